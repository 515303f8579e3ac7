// Pages that are left before counting starts, with the real rules. Each page is a document of its own.

import { pageData } from "../../../tests/fixture.tsx";
import type { AnalyticsFrame, Cart, ConsentFrame, PageData } from "../../core/types.ts";
import type { Note } from "./notes.ts";

const OWN: AnalyticsFrame = { own: "shop-statistics", measurement: null, tag_manager: null, by_sku: false };
const settings = {
  prefix: "cmplz_",
  consent_type: "optin",
  region: "eu",
  policy_id: 15,
  cookie_expiry_days: 365,
  cookie_path: "/",
  secure: false,
};
const consent = { settings, cookies: {}, manage: "", banner: null } as unknown as ConsentFrame;
const ORDER = "/checkout/order-received/1042/?key=wc_order_secret";

/** The moment when a page is left. */
type LeaveTime =
  /** Before the consent rules are loaded. */
  | "at once"
  /** As soon as consent is known, while the counting code is loading. */
  | "early"
  /** After the page was counted. */
  | "late";

let requests: { path: string; body: unknown }[] = [];

let listening: jest.SpyInstance<void, Parameters<typeof window.addEventListener>>;

/** Removes the listeners of the document, so that it does not observe the next one. */
function leave(): void {
  window.dispatchEvent(new Event("pagehide"));
  for (const [type, listener] of listening.mock.calls) window.removeEventListener(type, listener);
}

const cart = (): Cart => (pageData("cart").page as { cart: Cart }).cart;
const ordering = (): Note => ({ kind: "ordering", cart: cart(), tier: "Corriere", type: "Bonifico" });

interface Visit {
  /** What happens on the page. */
  notes?: Note[];
  analytics?: AnalyticsFrame | null;
  /** What another tab does once consent is known. */
  meanwhile?: () => void;
  /** Accepts everything once consent is known; `notes` happen afterwards. */
  accepts?: boolean;
}

/** Shows a page in a document of its own, and leaves it; returns what its data layer received. */
async function visit(name: string, leaveTime: LeaveTime, more: Visit = {}) {
  const { notes = [], analytics = OWN, meanwhile = () => {}, accepts = false } = more;
  jest.resetModules();
  window.dataLayer = [];
  const store = await import("../consent/consentStore.ts");
  const { startConsent } = await import("../consent/start.ts");
  const { startAnalytics } = await import("./start.ts");
  const { note } = await import("./notes.ts");
  const page = pageData(name);
  const data: PageData = { ...page, shell: { ...page.shell, consent, analytics } };
  const settle = async () => {
    for (let turns = 0; turns < 8; turns += 1) await jest.advanceTimersByTimeAsync(1);
  };
  note({ kind: "page", data });
  if (!accepts) for (const one of notes) note(one);
  startConsent(data);
  startAnalytics(data);
  if (leaveTime === "at once") {
    leave();
    store.resetConsent();
  } else {
    const stop = store.subscribeConsent(() => {
      stop();
      meanwhile();
      if (leaveTime === "early") leave();
    });
    await settle();
    if (accepts) {
      await store.decide({ event: "accept_all" });
      for (const one of notes) note(one);
      await settle();
    }
    if (leaveTime === "late") leave();
  }
  const layer = (window.dataLayer ?? []) as { event?: string }[];
  return layer.map(({ event }) => event).filter(Boolean);
}

const choose = (name: string, value: string) => {
  // biome-ignore lint/suspicious/noDocumentCookie: sets up the visitor's cookies
  for (const pair of [`cmplz_${name}=${value}`, "cmplz_policy_id=15"]) document.cookie = `${pair}; path=/`;
};

beforeEach(() => {
  jest.useFakeTimers();
  listening = jest.spyOn(window, "addEventListener");
  requests = [];
  sessionStorage.clear();
  window.history.replaceState(null, "", "/");
  for (const pair of document.cookie.split("; ")) {
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `${pair.split("=")[0]}=; max-age=0; path=/`;
  }
  globalThis.fetch = (async (path: string, init: RequestInit = {}) => {
    if (typeof init.body === "string") requests.push({ path, body: JSON.parse(init.body) });
    return new Response(JSON.stringify({ purchase: null }));
  }) as typeof fetch;
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.clearAllTimers();
  jest.useRealTimers();
});

test("what happens on a page that is left before counting starts is reported by the next one, first and once", async () => {
  choose("statistics", "allow");
  expect(await visit("checkout", "early", { notes: [ordering()] })).toEqual([]);
  const reported = ["begin_checkout", "add_shipping_info", "add_payment_info", "view_item", "view_item_list"];
  expect(await visit("product-simple", "late")).toEqual(reported);
  expect(await visit("product-simple", "late")).toEqual(["view_item", "view_item_list"]);
});

test("several pages that are left in quick succession are reported in order", async () => {
  choose("statistics", "allow");
  expect(await visit("product-simple", "early")).toEqual([]);
  expect(await visit("checkout", "early")).toEqual([]);
  const reported = ["view_item", "view_item_list", "begin_checkout", "404_not_found"];
  expect(await visit("not-found", "late")).toEqual(reported);
});

test("if an order's page is left early, the next page requests its purchase with its own key", async () => {
  choose("statistics", "allow");
  window.history.replaceState(null, "", ORDER);
  await visit("order", "early");
  expect(requests).toEqual([]);
  window.history.replaceState(null, "", "/negozio/");
  await visit("listing", "late");
  expect(requests.map(({ path }) => path)).toEqual(["/wp-json/bottega/v1/purchase"]);
  expect(requests[0]?.body).toMatchObject({ key: "wc_order_secret" });
});

test("a page that is reloaded for a service is reported once, and so is what happened on it", async () => {
  const analytics = { ...OWN, measurement: { service: "google-analytics", id: "G-ABC1234567" } };
  const notes: Note[] = [
    { kind: "cart", before: null, after: { ...cart(), items: cart().items.slice(0, 1) } },
  ];
  globalThis.timesLeft = 0;
  expect(await visit("product-simple", "late", { analytics, accepts: true, notes })).toEqual([]);
  expect(timesLeft).toBe(1);
  const reported = ["add_to_cart", "view_item", "view_item_list"];
  expect(await visit("product-simple", "late", { analytics })).toEqual(reported);
});

test("stored notes contain no personal data of the page", async () => {
  choose("statistics", "allow");
  const customerCart = { ...cart(), billing_address: { ...cart().billing_address, last_name: "Conti" } };
  await visit("checkout", "early", { notes: [{ kind: "payment", cart: customerCart, type: "Bonifico" }] });
  const stored = sessionStorage.getItem("bottega_notes") ?? "";
  expect(stored).toContain("Bonifico");
  expect(stored).not.toContain("Conti");
  expect(stored).not.toMatch(/billing_|shipping_address|nonce/);
});

test.each(["early", "late"] as const)(
  "a visitor who has made no choice and leaves %s stores nothing",
  async (leaveTime) => {
    await visit("checkout", leaveTime, { notes: [ordering()] });
    expect(sessionStorage.length).toBe(0);
    choose("statistics", "deny");
    await visit("checkout", leaveTime, { notes: [ordering()] });
    expect(sessionStorage.length).toBe(0);
  },
);

test("before the rules are loaded nothing is stored, unless they allowed it earlier with the same choices", async () => {
  choose("statistics", "allow");
  await visit("checkout", "at once");
  expect(sessionStorage.length).toBe(0);
  await visit("product-simple", "late");
  await visit("checkout", "at once");
  choose("marketing", "deny");
  await visit("product-simple", "at once");
  expect(await visit("not-found", "late")).toEqual(["begin_checkout", "404_not_found"]);
});

test.each([
  ["taken back", OWN],
  ["of no use any more", null],
])("stored notes are removed once consent is %s", async (_, analytics) => {
  choose("statistics", "allow");
  await visit("checkout", "early");
  choose("statistics", analytics ? "deny" : "allow");
  expect(await visit("product-simple", "late", { analytics })).toEqual([]);
  expect(sessionStorage.length).toBe(0);
});

test("nothing is stored if another tab has withdrawn consent when the page is left", async () => {
  choose("statistics", "allow");
  await visit("checkout", "early", { notes: [ordering()], meanwhile: () => choose("statistics", "deny") });
  expect(sessionStorage.length).toBe(0);
});
