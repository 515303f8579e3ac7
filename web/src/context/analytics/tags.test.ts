// What third-party services receive and can read, with the real rules. Each test is a document of its own.

import { pageData } from "../../../tests/fixture.tsx";
import { hiddenAddress } from "../../bootstrap/hiddenAddress.ts";
import type { AnalyticsFrame, ConsentFrame, PageData } from "../../core/types.ts";

const MEASUREMENT = { service: "google-analytics", id: "G-ABC1234567" };
const MANAGER = { service: "google-tag-manager", id: "GTM-ABC1234" };
const BOTH: AnalyticsFrame = { own: null, measurement: MEASUREMENT, tag_manager: MANAGER, by_sku: false };
const MEASURED: AnalyticsFrame = { ...BOTH, tag_manager: null };
const settings = {
  ...{ prefix: "cmplz_", consent_type: "optin", region: "eu", policy_id: 15, cookie_expiry_days: 365 },
};
const consent = { settings, cookies: {}, manage: "", banner: null } as unknown as ConsentFrame;
const ORDER = "/checkout/order-received/1042/";
const PURCHASE = { event: "purchase", order_id: "1042", total_price: "4720", items: [{ id: 5 }] };

let requests: string[] = [];

/** Opens a document at an address; its visitor has allowed some categories and services before. */
async function open(
  name: string,
  address: string,
  analytics: AnalyticsFrame,
  allowed: string[],
  services: Record<string, boolean> = {},
) {
  jest.resetModules();
  window.history.replaceState(null, "", address);
  const cookies = [...allowed.map((one) => `cmplz_${one}=allow`), "cmplz_policy_id=15"];
  const chosen = encodeURIComponent(JSON.stringify(services));
  // biome-ignore lint/suspicious/noDocumentCookie: sets up the visitor's cookies
  for (const text of [...cookies, `cmplz_consented_services=${chosen}`]) document.cookie = `${text}; path=/`;
  const store = await import("../consent/consentStore.ts");
  const { startConsent } = await import("../consent/start.ts");
  const { startAnalytics } = await import("./start.ts");
  const { note } = await import("./notes.ts");
  const documents = await import("../documents.ts");
  const testPage = (page: string): PageData => {
    const data = pageData(page);
    return { ...data, shell: { ...data.shell, consent, analytics } };
  };
  const settle = async () => {
    for (let turns = 0; turns < 5; turns += 1) await jest.advanceTimersByTimeAsync(1);
  };
  note({ kind: "page", data: testPage(name) });
  startConsent(testPage(name));
  startAnalytics(testPage(name));
  await settle();
  const choose = async (event: Parameters<typeof store.decide>[0]) => {
    await store.decide(event);
    await settle();
  };
  const go = async (page: string, to: string) => {
    window.history.pushState(null, "", to);
    note({ kind: "page", data: testPage(page) });
    await settle();
  };
  return { ...documents, choose, go, note };
}

const calls = () => (window.gtagLayer ?? []).map((args) => [...(args as unknown[])]);
const callsOf = (name: string) => calls().filter((call) => call[0] === name || call[1] === name);
const scripts = () => [...document.head.querySelectorAll("script")].map(({ src }) => src);
const cameFrom = (address: string) =>
  Object.defineProperty(document, "referrer", { value: address, configurable: true });
// biome-ignore lint/suspicious/noExplicitAny: the tests know the type of their fixtures
const layer = (): any[] => window.dataLayer ?? [];
const all = () => JSON.stringify([calls(), layer()]);

beforeEach(() => {
  jest.useFakeTimers();
  requests = [];
  delete window.dataLayer;
  delete window.gtagLayer;
  cameFrom("");
  document.head.innerHTML = document.body.innerHTML = "";
  globalThis.timesLeft = 0;
  for (const pair of document.cookie.split("; ")) {
    // biome-ignore lint/suspicious/noDocumentCookie: as above
    document.cookie = `${pair.split("=")[0]}=; max-age=0; path=/`;
  }
  globalThis.fetch = (async (path: string) => {
    requests.push(path);
    return new Response(JSON.stringify({ purchase: path.endsWith("/purchase") ? PURCHASE : null }));
  }) as typeof fetch;
});
afterEach(() => {
  jest.clearAllTimers();
  jest.useRealTimers();
  window.history.replaceState(null, "", "/");
});

test("no key of an order or a password reset reaches a service, as address or as referrer", async () => {
  cameFrom("http://localhost/checkout/order-pay/1042/?pay_for_order=true&key=wc_order_secret");
  const { go } = await open("home", "/my-account/lost-password/?key=wc_order_secret", MEASURED, [
    "statistics",
  ]);
  await go("home", "/negozio/");
  const [first, , second] = callsOf("set").map((call) => call[1]);
  expect(first).toEqual({
    page_location: "http://localhost/my-account/lost-password/",
    page_referrer: "http://localhost/checkout/order-pay/1042/?pay_for_order=true",
  });
  expect(second).toEqual({
    page_location: "http://localhost/negozio/",
    page_referrer: "http://localhost/my-account/lost-password/",
  });
  const order = calls().map((call) => call[0]);
  expect(order.indexOf("set")).toBeLessThan(order.indexOf("config"));
  expect(all()).not.toContain("secret");
});

test("an order's page hides its key before a tag manager reads the address, and can be reloaded", async () => {
  await open("order", `${ORDER}?key=wc_order_secret`, BOTH, ["statistics", "marketing"]);
  expect(window.location.href).toBe(`http://localhost${ORDER}`);
  expect(hiddenAddress()).toBe(`http://localhost${ORDER}?key=wc_order_secret`);
  expect(scripts()).toHaveLength(2);
  expect(requests).toContain("/wp-json/bottega/v1/purchase");
  expect(callsOf("purchase")).toHaveLength(1);
  expect(all()).not.toContain("secret");
});

test("where the address or the referrer contains a key, no tag manager is loaded, and the next page is a new document", async () => {
  const manager = () => scripts().filter((src) => src.includes("gtm.js"));
  const checkout = await open("home", "/recesso/7/?key=wc_order_secret", BOTH, ["statistics", "marketing"]);
  expect(manager()).toEqual([]);
  expect(window.location.search).toBe("?key=wc_order_secret");
  expect(checkout.needsDocument(new URL("http://localhost/negozio/"))).toBe(true);
  cameFrom("http://localhost/recesso/7/?key=wc_order_secret");
  await open("home", "/negozio/", BOTH, ["statistics", "marketing"]);
  expect(manager()).toEqual([]);
  cameFrom("");
  const plain = await open("home", "/negozio/", BOTH, ["statistics", "marketing"]);
  expect(manager()).toHaveLength(1);
  expect(plain.needsDocument(new URL("http://localhost/cart/#totali"))).toBe(false);
  expect(plain.needsDocument(new URL("http://localhost/recesso/7/?key=x"))).toBe(true);
});

test("consent that is given on an order's page reloads it before its purchase is requested", async () => {
  const { choose } = await open("order", `${ORDER}?key=wc_order_secret`, MEASURED, []);
  await choose({ event: "accept_all" });
  expect(timesLeft).toBe(1);
  expect(requests).not.toContain("/wp-json/bottega/v1/purchase");
});

test.each([
  ["the checkout", "/checkout/", ""],
  ["a page on which a form was written in", "/negozio/", "textarea"],
])(
  "consent that is given on %s loses no form: the next page is a new document that loads the service",
  async (_, path, field) => {
    const { choose, needsDocument } = await open("home", path, MEASURED, []);
    const next = new URL("http://localhost/prodotto/olio/");
    expect(needsDocument(next)).toBe(false);
    if (field) {
      const written = document.body.appendChild(document.createElement(field));
      written.dispatchEvent(new Event("input", { bubbles: true }));
    }
    await choose({ event: "accept_all" });
    expect([timesLeft, scripts()]).toEqual([0, []]);
    expect(needsDocument(next)).toBe(true);
  },
);

test("the banner's checkboxes are not a form that could be lost", async () => {
  const { choose } = await open("home", "/negozio/", MEASURED, []);
  const box = document.body.appendChild(Object.assign(document.createElement("input"), { type: "checkbox" }));
  box.dispatchEvent(new Event("input", { bubbles: true }));
  await choose({ event: "accept_all" });
  expect(timesLeft).toBe(1);
});

test("an event reaches each service once, as the analytics service reads a layer of its own", async () => {
  await open("product-simple", "/prodotto/olio/", BOTH, ["statistics", "marketing"]);
  expect(scripts().find((src) => src.includes("/gtag/js"))).toContain("&l=gtagLayer");
  expect(callsOf("view_item")).toHaveLength(1);
  const entries = layer().filter((one) => !Object.hasOwn(one, "callee"));
  expect(entries.filter(({ event }) => event === "view_item")).toHaveLength(1);
  const args = (layers: unknown[]) => layers.map((one) => [...(one as unknown[])].slice(0, 2).join(" "));
  expect(args(layer().filter((one) => Object.hasOwn(one, "callee")))).toEqual([
    "consent default",
    "consent update",
  ]);
  expect(callsOf("consent")).toHaveLength(2);
});

test("products of one data layer entry do not remain in the next", async () => {
  await open("product-simple", "/prodotto/olio/", BOTH, ["statistics", "marketing"]);
  const entries = layer();
  const ecommerceAt = entries.flatMap(({ ecommerce }, at) => (ecommerce ? [at] : []));
  expect(ecommerceAt.length).toBeGreaterThan(1);
  for (const at of ecommerceAt) expect(entries[at - 1]).toEqual({ ecommerce: null });
});

test("a service that is allowed individually receives a purchase although its category is refused", async () => {
  const only = { "google-analytics": true };
  await open("order", `${ORDER}?key=wc_order_x`, MEASURED, [], only);
  expect(requests).toContain("/wp-json/bottega/v1/purchase");
  expect(callsOf("purchase")).toHaveLength(1);
  expect(layer().filter(({ event }) => event === "purchase")).toEqual([]);
});

test("words and addresses that may be personal data reach no service", async () => {
  const found = { search: "ada@example.com", total: 0, cards: [], suggestions: [] };
  const { go, note } = await open("home", "/", BOTH, ["statistics", "marketing"]);
  window.history.pushState(null, "", "/negozio/?s=ada%40example.com");
  const data = pageData("listing");
  Object.assign(data.page, found);
  note({ kind: "page", data });
  await go("not-found", "/conferma/ada@example.com/?email=ada@example.com");
  expect(callsOf("search")).toEqual([["event", "search", { search_term: "" }]]);
  expect(layer()).toContainEqual({ event: "404_not_found", page_path: "/conferma/", page_referrer: "" });
  expect(all()).not.toContain("ada");
});

test("a script that breaks the data layer does not break the shop", async () => {
  const { note } = await open("home", "/", BOTH, ["statistics", "marketing"]);
  const complained = jest.spyOn(console, "error").mockImplementation(() => {});
  Object.assign(window, { dataLayer: {} });
  const product = pageData("product-simple");
  expect(() => note({ kind: "page", data: product })).not.toThrow();
  expect(complained).toHaveBeenCalled();
  complained.mockRestore();
});
