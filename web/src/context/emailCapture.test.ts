// Email addresses typed into forms, with the real rules: what is sent and what is not.

import { visitedPage } from "../../tests/visitedPage.ts";
import type { PageData } from "../core/types.ts";
import { adoptConsent, decide, resetConsent, setPageConsent, writeCookies } from "./consent/consentStore.ts";
import { captureEmails } from "./emailCapture.ts";
import { endOrdering, startOrdering } from "./ordering.ts";

const email_capture = { service: "email_capture", category: "marketing" };
const page = (kind: string, more: object = { email_capture }) =>
  ({ ...visitedPage(more), page: { kind } }) as unknown as PageData;

let answer = "1";
let sent: string[] = [];
const settled = () => new Promise((done) => setTimeout(done, 0));

/** Types a value and leaves the field. */
async function leave(value: string, type = "email"): Promise<void> {
  document.body.innerHTML = `<input type="${type}">`;
  const field = document.querySelector("input");
  if (!field) throw new Error("no field");
  field.value = value;
  field.focus();
  field.blur();
  await settled();
}

beforeEach(async () => {
  resetConsent();
  for (const pair of document.cookie.split("; ")) {
    writeCookies([{ text: `${pair.split("=")[0]}=; max-age=0; path=/` }]);
  }
  [answer, sent] = ["1", []];
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    if (!path.includes("admin-ajax")) return new Response(JSON.stringify({ success: true }));
    sent.push(String(init?.body));
    return new Response(answer);
  }) as typeof fetch;
  await adoptConsent(page("home"));
});

test("before a choice and after a refusal nothing is sent or stored", async () => {
  captureEmails(page("checkout"));
  await leave("livia@example.com");
  await decide({ event: "deny_all" });
  await leave("livia@example.com");
  await decide({
    event: "save_preferences",
    preferences: true,
    statistics: true,
    marketing: true,
    services: [{ service: "email_capture", category: "marketing", shown: true, ticked: false }],
  });
  await leave("livia@example.com");
  expect(sent).toEqual([]);
  expect(document.cookie).not.toContain("tracking_email");
});

test.each([
  ["allow", 1],
  ["deny", 0],
  ["", 0],
])(
  "before the rules are loaded an address waits for them, but not for a later choice: %s",
  async (choice, times) => {
    resetConsent();
    if (choice) writeCookies([{ text: `cmplz_marketing=${choice}; path=/` }]);
    setPageConsent(page("checkout"));
    captureEmails(page("checkout"));
    await leave("livia@example.com");
    await settled();
    await decide({ event: "accept_all" });
    await settled();
    expect(sent).toHaveLength(times);
  },
);

test("a shop that has disabled it sends nothing, whatever is allowed", async () => {
  captureEmails(page("checkout", {}));
  await decide({ event: "accept_all" });
  await leave("livia@example.com");
  expect(sent).toEqual([]);
});

test("with consent an address is sent once with the page's name, and its cookie records which", async () => {
  await decide({ event: "accept_all" });
  const pages = [
    ["checkout", "order-checkout"],
    ["account", "sign-up"],
    ["content", ""],
  ];
  for (const [kind = "", location] of pages) {
    sent = [];
    captureEmails(page(kind));
    const address = `${kind}@example.com`;
    await leave(address);
    await leave(address);
    const body = new URLSearchParams({ action: "the_ajax_hook", tracking_email: address });
    expect(sent).toEqual([`${body}&subscription_location=${location}`]);
    expect(document.cookie).toContain(`tracking_email=${encodeURIComponent(address)}`);
  }
});

test("text that is not an address, or that is typed into another field, is not sent", async () => {
  captureEmails(page("checkout"));
  await decide({ event: "accept_all" });
  for (const value of ["", "livia", "livia@example", "livia@example.c", "livia@example.c-d"])
    await leave(value);
  await leave("livia@example.com", "text");
  expect(sent).toEqual([]);
});

test("an address that the shop did not store is not remembered, and is sent again", async () => {
  captureEmails(page("checkout"));
  await decide({ event: "accept_all" });
  answer = "0";
  await leave("livia@example.com");
  expect(document.cookie).not.toContain("tracking_email");
  answer = "1";
  await leave("livia@example.com");
  expect(sent).toHaveLength(2);
  expect(document.cookie).toContain("tracking_email");
});

test.each([
  ["placed", true, 0],
  ["refused", false, 1],
])("an address that is entered while the order is being sent waits for it: %s", async (_, spent, times) => {
  writeCookies([{ text: "cmplz_marketing=allow; path=/" }]);
  await adoptConsent(page("checkout"));
  await decide({ event: "accept_all" });
  captureEmails(page("checkout"));
  const end = startOrdering();
  await leave("livia@example.com");
  expect(sent).toHaveLength(0);
  end(spent);
  await settled();
  expect(sent).toHaveLength(times);
  endOrdering();
});
