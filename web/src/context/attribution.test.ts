// Where a visitor came from, with the real rules.

import { visitedPage as page } from "../../tests/visitedPage.ts";
import type { PageData } from "../core/types.ts";
import { attributionNow, resetAttribution, recordVisit as see } from "./attribution.ts";
import { adoptConsent, decide, resetConsent, writeCookies } from "./consent/consentStore.ts";
import { startConsent } from "./consent/start.ts";

const names = () =>
  document.cookie
    .split("; ")
    .map((pair) => pair.split("=")[0] ?? "")
    .filter((name) => name.startsWith("sbjs_"))
    .sort();
const SHOP = "http://localhost";
const seePage = (data: PageData, url: string, referrer: string) =>
  see({ data, url, referrer, now: Math.floor(Date.now() / 1000) });
const ALL = [
  "sbjs_current",
  "sbjs_current_add",
  "sbjs_first",
  "sbjs_first_add",
  "sbjs_migrations",
  "sbjs_session",
  "sbjs_udata",
];

async function land(url: string, referrer = ""): Promise<void> {
  seePage(page(), SHOP + url, referrer);
  startConsent(page());
  await jest.advanceTimersByTimeAsync(1);
}

beforeEach(() => {
  jest.useFakeTimers({ now: new Date("2026-11-26T10:00:00Z") });
  resetConsent();
  resetAttribution();
  for (const pair of document.cookie.split("; ")) {
    writeCookies([{ text: `${pair.split("=")[0]}=; max-age=0; path=/` }]);
  }
  globalThis.fetch = (async () => new Response(JSON.stringify({ success: true }))) as typeof fetch;
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.clearAllTimers();
  jest.useRealTimers();
});

test("before a choice, and after a refusal, nothing is stored and an order has no attribution", async () => {
  await land("/?utm_source=lettera");
  expect([names(), attributionNow()]).toEqual([[], {}]);
  await decide({ event: "deny_all" });
  seePage(page(), `${SHOP}/negozio/`, `${SHOP}/`);
  expect([names(), attributionNow()]).toEqual([[], {}]);
});

test("nothing is stored for a bot, which has made no choice", async () => {
  jest.spyOn(navigator, "userAgent", "get").mockReturnValue("Mozilla/5.0 HeadlessChrome/148.0.0.0");
  await land("/?utm_source=lettera");
  seePage(page(), `${SHOP}/negozio/`, `${SHOP}/`);
  expect([names(), attributionNow()]).toEqual([[], {}]);
});

test("later consent records the landing page and the pages since then", async () => {
  await land("/?utm_source=lettera&utm_campaign=natale", "https://blog.example.org/");
  jest.setSystemTime(new Date("2026-11-26T10:05:00Z"));
  seePage(page(), `${SHOP}/negozio/`, `${SHOP}/?utm_source=lettera`);
  expect(names()).toEqual([]);
  await decide({ event: "accept_all" });
  expect(names()).toEqual(ALL);
  expect(attributionNow()).toMatchObject({
    source_type: "utm",
    utm_source: "lettera",
    utm_campaign: "natale",
    referrer: "https://blog.example.org/",
    session_entry: `${SHOP}/?utm_source=lettera&utm_campaign=natale`,
    session_start_time: "2026-11-26 10:00:00",
    session_pages: "2",
    session_count: "1",
    user_agent: navigator.userAgent,
  });
  seePage(page(), `${SHOP}/cart/`, `${SHOP}/negozio/`);
  expect(attributionNow()).toMatchObject({ utm_source: "lettera", session_pages: "3" });
});

test("attribution follows the choice for its service rather than for its category", async () => {
  await land("/", "https://www.google.it/");
  await decide({
    event: "save_preferences",
    preferences: false,
    statistics: false,
    marketing: true,
    services: [{ service: "attribution", category: "marketing", shown: true, ticked: false }],
  });
  expect(names()).toEqual([]);
  await decide({ event: "accept_placeholder", category: "marketing", service: "attribution" });
  expect(attributionNow()).toMatchObject({ source_type: "organic", utm_source: "google" });
});

test("withdrawn consent deletes the cookies at once", async () => {
  await land("/", "https://blog.example.org/pesto");
  await decide({ event: "accept_all" });
  expect(attributionNow()).toMatchObject({ source_type: "referral", utm_content: "/pesto" });
  await decide({ event: "deny_all" });
  expect([names(), attributionNow()]).toEqual([[], {}]);
});

test("a page view is not recorded if another tab has just withdrawn consent", async () => {
  await land("/?utm_source=lettera");
  await decide({ event: "accept_all" });
  expect(names()).toEqual(ALL);
  writeCookies([{ text: "cmplz_marketing=deny; path=/" }]);
  await adoptConsent(page());
  seePage(page(), `${SHOP}/negozio/`, `${SHOP}/`);
  expect([names(), attributionNow()]).toEqual([[], {}]);
});

test("the cookies are deleted once the shop has disabled attribution", async () => {
  writeCookies([{ text: "sbjs_current=typ%3Dtypein; path=/" }]);
  seePage(page({ attribution: null }), `${SHOP}/`, "");
  startConsent(page({ attribution: null }));
  await jest.advanceTimersByTimeAsync(1);
  expect(names()).toEqual([]);
  writeCookies([{ text: "sbjs_current=typ%3Dtypein; path=/" }]);
  seePage(page({ attribution: null, consent: null }), `${SHOP}/`, "");
  await jest.advanceTimersByTimeAsync(1);
  expect([names(), attributionNow()]).toEqual([[], {}]);
});

test("keys of orders and fragments of addresses stay out of the cookies", async () => {
  await land("/checkout/order-received/7/?key=wc_order_1&utm_source=posta#wc-stripe-confirm-pi:1:s:n");
  await decide({ event: "accept_all" });
  const { session_entry } = attributionNow();
  expect(session_entry).toBe(`${SHOP}/checkout/order-received/7/?utm_source=posta`);
});
