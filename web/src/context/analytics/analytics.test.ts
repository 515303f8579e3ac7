// What pages report to analytics, with the real rules: each event with its contents and its receivers, and nothing without
// consent.

import { pageData } from "../../../tests/fixture.tsx";
import type {
  AnalyticsFrame,
  Cart,
  ConsentFrame,
  PageData,
  ProductCard,
  ProductPage,
} from "../../core/types.ts";
import { decide, resetConsent, writeCookies } from "../consent/consentStore.ts";
import { startConsent } from "../consent/start.ts";
import { track } from "./counting.ts";
import { cardItem, changeForms } from "./items.ts";
import { type Note, note, resetNotes } from "./notes.ts";
import { dropCounted } from "./ownStatistics.ts";
import { startAnalytics, VISIT } from "./start.ts";

interface Sent {
  path: string;
  body: unknown;
}
let sent: Sent[] = [];
let purchase: unknown = null;

const OWN: AnalyticsFrame = { own: "shop-statistics", measurement: null, tag_manager: null, by_sku: false };
const consent = {
  settings: { prefix: "cmplz_", consent_type: "optin", region: "eu", policy_id: 15, cookie_expiry_days: 365 },
  cookies: {},
  manage: "",
  banner: null,
} as unknown as ConsentFrame;

/** A fixture page whose visitor can be asked for consent. */
function testPage(name: string, analytics: AnalyticsFrame | null = OWN): PageData {
  const data = pageData(name);
  return { ...data, shell: { ...data.shell, consent, analytics } };
}

const cart = (): Cart => (pageData("cart").page as { cart: Cart }).cart;
const card = (name: string) => (pageData(name).page as ProductPage).card;
const settled = () => jest.advanceTimersByTimeAsync(1);
const allow = (category: string) => {
  writeCookies([{ text: `cmplz_${category}=allow; path=/` }, { text: "cmplz_policy_id=15; path=/" }]);
};

/** Opens a page whose visitor has allowed some categories before. */
async function open(data: PageData, ...categories: string[]): Promise<void> {
  for (const category of categories) allow(category);
  note({ kind: "page", data });
  startConsent(data);
  startAnalytics(data);
  for (let turns = 0; turns < 5; turns += 1) await settled();
}

/** Entries of the data layer that are ecommerce events. */
// biome-ignore lint/suspicious/noExplicitAny: the tests know the type of their fixtures
const layer = (): any[] =>
  (window.dataLayer ?? []).filter((entry) => Object.hasOwn(entry as object, "event"));
const names = () => layer().map(({ event }) => event);

/** The events that the shop's own statistics received. */
const reported = () =>
  sent
    .filter(({ path }) => path.endsWith("/events"))
    .flatMap(({ body }) => (body as { events: Record<string, unknown>[] }).events);

beforeEach(() => {
  jest.useFakeTimers();
  resetConsent();
  resetNotes();
  dropCounted();
  sent = [];
  purchase = null;
  window.dataLayer = [];
  for (const name of [
    "statistics",
    "marketing",
    "policy_id",
    "preferences",
    "functional",
    "banner-status",
    "decided",
  ]) {
    writeCookies([{ text: `cmplz_${name}=; max-age=0; path=/` }]);
  }
  globalThis.fetch = (async (path: string, init: RequestInit = {}) => {
    const body = init.body instanceof Blob ? await readBlob(init.body) : String(init.body ?? "null");
    sent.push({ path, body: JSON.parse(body) });
    return new Response(JSON.stringify({ purchase }));
  }) as typeof fetch;
});
afterEach(() => {
  jest.clearAllTimers();
  jest.useRealTimers();
});

const readBlob = (blob: Blob) =>
  new Promise<string>((done) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.readAsText(blob);
  });

const gathered = async () => {
  await jest.advanceTimersByTimeAsync(1000);
  jest.useRealTimers();
  await new Promise((done) => setTimeout(done, 20));
  jest.useFakeTimers();
};

test("without consent nothing is reported, stored or requested, whatever happens", async () => {
  await open(testPage("listing"));
  note({ kind: "cart", before: null, after: cart() });
  await decide({ event: "deny_all" });
  note({ kind: "page", data: testPage("product-simple") });
  await gathered();
  expect(layer()).toEqual([]);
  expect(reported()).toEqual([]);
  expect(sessionStorage.getItem(VISIT)).toBeNull();
});

test("for a bot, which has made no choice, nothing is reported, stored or requested", async () => {
  const agent = jest
    .spyOn(navigator, "userAgent", "get")
    .mockReturnValue("Mozilla/5.0 HeadlessChrome/148.0.0.0");
  await open(testPage("checkout"));
  note({ kind: "cart", before: null, after: cart() });
  window.dispatchEvent(new Event("pagehide"));
  await gathered();
  agent.mockRestore();
  expect([layer(), reported(), sessionStorage.length]).toEqual([[], [], 0]);
});

test("notes from before consent are never reported, except for the current page", async () => {
  await open(testPage("listing"));
  note({ kind: "cart", before: null, after: cart() });
  note({ kind: "page", data: testPage("product-simple") });
  await decide({ event: "accept_all" });
  for (let turns = 0; turns < 5; turns += 1) await settled();
  expect(names()).toEqual(["view_item", "view_item_list"]);
});

test("a list is reported with its name and its products' positions, across its pages", async () => {
  const data = testPage("listing");
  Object.assign(data.page, { page: 2 });
  await open(data, "statistics");
  const [entry] = layer();
  expect(entry.event).toBe("view_item_list");
  expect(entry.ecommerce.item_list_name).toBe("Product List");
  const { items } = entry.ecommerce;
  expect(items).toHaveLength(24);
  expect(items[0]).toMatchObject({
    item_name: "Caviale croccante",
    price: 34,
    index: 25,
    stockstatus: "instock",
  });
  expect(items[0].item_category).toBe(card("product-simple") && "Caviale");
});

test("a search is reported when its words change, not for each page, sort order or return to its results", async () => {
  const data = testPage("listing");
  Object.assign(data.page, { search: "Tartufo Nero", total: 0, cards: [], suggestions: [] });
  await open(data, "statistics");
  Object.assign(data.page, { page: 2 });
  note({ kind: "page", data });
  Object.assign(data.page, { page: 1, order: "price" });
  note({ kind: "page", data });
  note({ kind: "page", data: testPage("not-found") });
  note({ kind: "page", data });
  const searches = () => layer().filter(({ event }) => event === "search");
  expect(searches()).toEqual([{ event: "search", search_term: "Tartufo Nero" }]);
  Object.assign(data.page, { search: "olio", total: 3 });
  note({ kind: "page", data });
  expect(searches()).toHaveLength(2);
  await gathered();
  expect(reported()).toContainEqual(
    expect.objectContaining({ event: "search", word: "tartufo nero", empty: true, first: true }),
  );
});

test("a product is reported with its page, type and price, and the related products as lists", async () => {
  await open(testPage("product-simple"), "statistics");
  expect(names()).toEqual(["view_item", "view_item_list"]);
  const [{ ecommerce }, beside] = layer();
  expect(ecommerce).toMatchObject({ currency: "EUR", value: 12.9 });
  expect(ecommerce.items[0]).toMatchObject({
    item_id: 117,
    internal_id: 117,
    product_type: "simple",
    price: 12.9,
  });
  expect(ecommerce.items[0].productlink).toMatch(/\/prodotto\//);
  expect(beside.ecommerce.item_list_name).toBe("Related Products");
});

test("the quick view reports its product half a second after it was opened", async () => {
  await open(testPage("empty"), "statistics");
  const before = names();
  note({ kind: "quick_view", page: pageData("product-simple").page as ProductPage });
  await jest.advanceTimersByTimeAsync(499);
  expect(names()).toEqual(before);
  await jest.advanceTimersByTimeAsync(1);
  expect(names()).toEqual([...before, "view_item"]);
});

test("following a product from a list reports its selection, and the opening of its page", async () => {
  await open(testPage("listing"), "statistics");
  const link = document.createElement("a");
  link.href = "/prodotto/caviale-croccante/";
  document.body.append(link);
  link.addEventListener("click", (event) => event.preventDefault());
  link.click();
  const [, chosen, opened] = layer();
  expect(chosen).toMatchObject({ event: "select_item", eventTimeout: 2000 });
  expect(chosen.ecommerce.items[0]).toMatchObject({ item_id: 100, index: 1, item_list_name: "Product List" });
  expect(opened).toEqual({ event: "select_content", content_type: "product", content_id: 100 });
  link.className = "woosq-btn";
  link.click();
  expect(names().slice(3)).toEqual(["select_item"]);
  link.remove();
});

test("additions to the cart and removals are reported line by line, with their quantities", async () => {
  await open(testPage("empty"), "statistics");
  const from = layer().length;
  const [full, one] = [cart(), cart()];
  one.items = one.items.slice(0, 1);
  const more = { ...one, items: one.items.map((line) => ({ ...line, quantity: 3 })) };
  const changes: Note[] = [
    { kind: "cart", before: null, after: one },
    { kind: "cart", before: one, after: more },
    { kind: "cart", before: more, after: one },
    { kind: "cart", before: full, after: one },
    { kind: "cart", before: one, after: one },
  ];
  changes.forEach(note);
  const entries = layer().slice(from);
  expect(
    entries.map(({ event, ecommerce }) => [event, ecommerce.items[0].item_id, ecommerce.items[0].quantity]),
  ).toEqual([
    ["add_to_cart", 102, 1],
    ["add_to_cart", 102, 2],
    ["remove_from_cart", 102, 2],
    ["remove_from_cart", full.items[1]?.id, full.items[1]?.quantity],
  ]);
  expect(entries[0].ecommerce).toMatchObject({ currency: "EUR", value: 72 });
  expect(entries[0].ecommerce.items[0]).toMatchObject({ item_variant: "35 g", sku: "CAV-CROC-35" });
});

test("a line reports its categories, a variation's product, the stock, and a coupon's discount", () => {
  const now = cart();
  const [line] = now.items;
  if (!line) throw new Error("the cart has a line");
  line.extensions = {
    bottega_categories: "Pesce\nCaviale",
    bottega_price_after_coupons: "6480",
    bottega_parent_id: "10",
    bottega_stock_level: "40",
  };
  line.quantity = 2;
  line.low_stock_remaining = 3;
  const [form] = changeForms(null, { ...now, items: [line] });
  expect(form?.items?.[0]).toMatchObject({
    categories: ["Pesce", "Caviale"],
    price_after_coupon_discount: "6480",
    parent_id: 10,
    stock_level: 40,
  });
  line.extensions = {};
  expect(changeForms(null, { ...now, items: [line] })[0]?.items?.[0]).toMatchObject({ stock_level: null });
});

test("a product reports its stock, or none where stock is not managed", () => {
  const shownCard = (stock_level?: number) =>
    cardItem({ ...card("product-simple"), stock_level } as ProductCard);
  expect([12, 0, undefined].map((level) => shownCard(level).stock_level)).toEqual([12, 0, null]);
});

test("what a plain form added to the cart is reported by the cart page that it led to", async () => {
  await open(testPage("empty"), "statistics");
  const from = layer().length;
  note({ kind: "form_sent", before: null });
  note({ kind: "page", data: testPage("cart") });
  const added = layer()
    .slice(from)
    .filter(({ event }) => event === "add_to_cart");
  expect(added.map(({ ecommerce }) => ecommerce.items[0].quantity)).toEqual(
    cart().items.map(({ quantity }) => quantity),
  );
  note({ kind: "page", data: testPage("cart") });
  expect(names().filter((name) => name === "add_to_cart")).toHaveLength(added.length);
});

test("a wallet's sheet begins the checkout, but not on the checkout page", async () => {
  await open(testPage("empty"), "statistics");
  const checkoutStarts = () => names().filter((name) => name === "begin_checkout");
  note({ kind: "sheet", cart: cart() });
  expect(checkoutStarts()).toHaveLength(1);
  note({ kind: "page", data: testPage("checkout") });
  note({ kind: "sheet", cart: cart() });
  expect(checkoutStarts()).toHaveLength(2);
});

test("a button without a product is a bug of the page", async () => {
  await open(testPage("empty"), "statistics");
  expect(() => track({ event: "add_to_cart", items: [{ id: 0 }] })).toThrow("product_id");
  expect(() => track({ event: "remove_from_cart", items: [] })).toThrow("product_id");
});

test("the checkout reports its beginning, and the choices once, before the order at the latest", async () => {
  await open(testPage("checkout"), "statistics");
  const [checkoutStart] = layer();
  expect(checkoutStart).toMatchObject({ event: "begin_checkout" });
  expect(checkoutStart.ecommerce.value).toBeGreaterThan(0);
  note({ kind: "delivery", cart: cart(), tier: "Corriere espresso" });
  note({ kind: "ordering", cart: cart(), tier: "Corriere espresso", type: "Bonifico bancario" });
  note({ kind: "ordering", cart: cart(), tier: "Corriere espresso", type: "Bonifico bancario" });
  const [, delivery, payment, ...more] = layer();
  expect(delivery).toMatchObject({
    event: "add_shipping_info",
    ecommerce: { shipping_tier: "Corriere espresso" },
  });
  expect(delivery.ecommerce).toMatchObject({ value: 209.2, coupon: "benvenuto10" });
  expect(payment).toMatchObject({
    event: "add_payment_info",
    ecommerce: { payment_type: "Bonifico bancario" },
  });
  expect(more).toEqual([]);
});

test("an unknown delivery or payment method is reported as unknown", async () => {
  await open(testPage("checkout"), "statistics");
  note({ kind: "ordering", cart: cart(), tier: "", type: "" });
  const [, delivery, payment] = layer();
  expect(delivery.ecommerce.shipping_tier).toBe("(shipping tier not found)");
  expect(payment.ecommerce.payment_type).toBe("(payment type not found)");
});

test("a purchase is reported as the server returns it, and only once", async () => {
  window.history.replaceState(null, "", "/checkout/order-received/1042/?key=wc_order_x");
  purchase = {
    event: "purchase",
    order_id: "1042",
    affiliation: "Bottega",
    total_price: "4720",
    items: [{ id: 5 }],
  };
  await open(testPage("order"), "statistics");
  expect(sent.find(({ path }) => path.endsWith("/purchase"))?.body).toEqual({
    order_id: 1042,
    key: "wc_order_x",
  });
  expect(layer()).toMatchObject([{ event: "purchase", ecommerce: { transaction_id: "1042", value: 47.2 } }]);
  note({ kind: "page", data: testPage("order") });
  for (let turns = 0; turns < 5; turns += 1) await settled();
  expect(names()).toEqual(["purchase"]);
  await gathered();
  expect(reported()).toEqual([]);
  window.history.replaceState(null, "", "/");
});

test("a missing page is reported by its address without secrets", async () => {
  window.history.replaceState(null, "", "/niente/?key=wc_order_x&a=1");
  await open(testPage("not-found"), "statistics");
  expect(layer()).toEqual([{ event: "404_not_found", page_path: "/niente/?a=1", page_referrer: "" }]);
  await gathered();
  expect(reported()).toMatchObject([{ event: "404_not_found", word: "/niente/", product_id: 0 }]);
  window.history.replaceState(null, "", "/");
});

test("the shop's own statistics are sent together, each step of a visit once as the first", async () => {
  await open(testPage("product-simple"), "statistics");
  note({ kind: "page", data: testPage("product-simple") });
  await gathered();
  expect(sent.filter(({ path }) => path.endsWith("/events"))).toHaveLength(1);
  const seen = reported().filter(({ event }) => event === "view_item");
  expect(seen.map(({ product_id, first }) => [product_id, first])).toEqual([
    [0, true],
    [117, false],
    [0, false],
    [117, false],
  ]);
  expect(sessionStorage.getItem(VISIT)).toBe("view_item view_item_list");
});
