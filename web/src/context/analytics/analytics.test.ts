// What pages tell, with the real rules: each event with what it says, to whom, and to nobody without consent.

import { pageData } from "../../../tests/fixture.tsx";
import type {
  AnalyticsFrame,
  Cart,
  ConsentFrame,
  PageData,
  ProductCard,
  ProductPage,
} from "../../core/types.ts";
import { decide, forgetConsent, writeCookies } from "../consent/consentStore.ts";
import { startConsent } from "../consent/start.ts";
import { tell } from "./counting.ts";
import { cardItem, changeForms } from "./items.ts";
import { forgetNotes, type Note, note } from "./notes.ts";
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

/** A page of the preview, whose visitor may be asked for consent. */
function shown(name: string, analytics: AnalyticsFrame | null = OWN): PageData {
  const data = pageData(name);
  return { ...data, shell: { ...data.shell, consent, analytics } };
}

const cart = (): Cart => (pageData("cart").page as { cart: Cart }).cart;
const card = (name: string) => (pageData(name).page as ProductPage).card;
const settled = () => jest.advanceTimersByTimeAsync(1);
const allow = (category: string) => {
  writeCookies([{ text: `cmplz_${category}=allow; path=/` }, { text: "cmplz_policy_id=15; path=/" }]);
};

/** Opens a page; its visitor has allowed some categories before. */
async function open(data: PageData, ...categories: string[]): Promise<void> {
  for (const category of categories) allow(category);
  note({ kind: "page", data });
  startConsent(data);
  startAnalytics(data);
  for (let turns = 0; turns < 5; turns += 1) await settled();
}

/** Entries of the data layer that are events of shopping. */
// biome-ignore lint/suspicious/noExplicitAny: a test knows what it reads
const layer = (): any[] =>
  (window.dataLayer ?? []).filter((entry) => Object.hasOwn(entry as object, "event"));
const names = () => layer().map(({ event }) => event);

/** What the shop's own statistics were told. */
const told = () =>
  sent
    .filter(({ path }) => path.endsWith("/events"))
    .flatMap(({ body }) => (body as { events: Record<string, unknown>[] }).events);

beforeEach(() => {
  jest.useFakeTimers();
  forgetConsent();
  forgetNotes();
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
    const body = init.body instanceof Blob ? await textOf(init.body) : String(init.body ?? "null");
    sent.push({ path, body: JSON.parse(body) });
    return new Response(JSON.stringify({ purchase }));
  }) as typeof fetch;
});
afterEach(() => {
  jest.clearAllTimers();
  jest.useRealTimers();
});

const textOf = (blob: Blob) =>
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

test("without consent nothing is told, kept or asked, whatever happens", async () => {
  await open(shown("listing"));
  note({ kind: "cart", before: null, after: cart() });
  await decide({ event: "deny_all" });
  note({ kind: "page", data: shown("product-simple") });
  await gathered();
  expect(layer()).toEqual([]);
  expect(told()).toEqual([]);
  expect(sessionStorage.getItem(VISIT)).toBeNull();
});

test("of a bot nothing is told, kept or asked: it has chosen nothing", async () => {
  const agent = jest
    .spyOn(navigator, "userAgent", "get")
    .mockReturnValue("Mozilla/5.0 HeadlessChrome/148.0.0.0");
  await open(shown("checkout"));
  note({ kind: "cart", before: null, after: cart() });
  window.dispatchEvent(new Event("pagehide"));
  await gathered();
  agent.mockRestore();
  expect([layer(), told(), sessionStorage.length]).toEqual([[], [], 0]);
});

test("what came before consent is never told but for the page that is shown", async () => {
  await open(shown("listing"));
  note({ kind: "cart", before: null, after: cart() });
  note({ kind: "page", data: shown("product-simple") });
  await decide({ event: "accept_all" });
  for (let turns = 0; turns < 5; turns += 1) await settled();
  expect(names()).toEqual(["view_item", "view_item_list"]);
});

test("a list is told with its name and the places of its products, over its pages", async () => {
  const data = shown("listing");
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

test("a search is told with its words when they change, not for each page, order or return to what it found", async () => {
  const data = shown("listing");
  Object.assign(data.page, { search: "Tartufo Nero", total: 0, cards: [], suggestions: [] });
  await open(data, "statistics");
  Object.assign(data.page, { page: 2 });
  note({ kind: "page", data });
  Object.assign(data.page, { page: 1, order: "price" });
  note({ kind: "page", data });
  note({ kind: "page", data: shown("not-found") });
  note({ kind: "page", data });
  const searches = () => layer().filter(({ event }) => event === "search");
  expect(searches()).toEqual([{ event: "search", search_term: "Tartufo Nero" }]);
  Object.assign(data.page, { search: "olio", total: 3 });
  note({ kind: "page", data });
  expect(searches()).toHaveLength(2);
  await gathered();
  expect(told()).toContainEqual(
    expect.objectContaining({ event: "search", word: "tartufo nero", empty: true, first: true }),
  );
});

test("a product is told with its page, type and price, and the products beside it as lists", async () => {
  await open(shown("product-simple"), "statistics");
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

test("the quick view tells its product half a second after it was asked for", async () => {
  await open(shown("empty"), "statistics");
  const before = names();
  note({ kind: "quick_view", page: pageData("product-simple").page as ProductPage });
  await jest.advanceTimersByTimeAsync(499);
  expect(names()).toEqual(before);
  await jest.advanceTimersByTimeAsync(1);
  expect(names()).toEqual([...before, "view_item"]);
});

test("a product that is followed from a list is chosen, and its page is opened", async () => {
  await open(shown("listing"), "statistics");
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

test("what goes into the cart and out of it is told line by line, with its pieces", async () => {
  await open(shown("empty"), "statistics");
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
  const heard = layer().slice(from);
  expect(
    heard.map(({ event, ecommerce }) => [event, ecommerce.items[0].item_id, ecommerce.items[0].quantity]),
  ).toEqual([
    ["add_to_cart", 102, 1],
    ["add_to_cart", 102, 2],
    ["remove_from_cart", 102, 2],
    ["remove_from_cart", full.items[1]?.id, full.items[1]?.quantity],
  ]);
  expect(heard[0].ecommerce).toMatchObject({ currency: "EUR", value: 72 });
  expect(heard[0].ecommerce.items[0]).toMatchObject({ item_variant: "35 g", sku: "CAV-CROC-35" });
});

test("a line tells its categories, the product of a variation, the pieces in stock, and what a coupon takes off", () => {
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

test("a product tells its stock, or none where its pieces are not counted", () => {
  const shownCard = (stock_level?: number) =>
    cardItem({ ...card("product-simple"), stock_level } as ProductCard);
  expect([12, 0, undefined].map((level) => shownCard(level).stock_level)).toEqual([12, 0, null]);
});

test("what a form of the page put into the cart is told by the cart page that it led to", async () => {
  await open(shown("empty"), "statistics");
  const from = layer().length;
  note({ kind: "form_sent", before: null });
  note({ kind: "page", data: shown("cart") });
  const added = layer()
    .slice(from)
    .filter(({ event }) => event === "add_to_cart");
  expect(added.map(({ ecommerce }) => ecommerce.items[0].quantity)).toEqual(
    cart().items.map(({ quantity }) => quantity),
  );
  note({ kind: "page", data: shown("cart") });
  expect(names().filter((name) => name === "add_to_cart")).toHaveLength(added.length);
});

test("a wallet's sheet begins the checkout, but not over the checkout that was begun", async () => {
  await open(shown("empty"), "statistics");
  const begun = () => names().filter((name) => name === "begin_checkout");
  note({ kind: "sheet", cart: cart() });
  expect(begun()).toHaveLength(1);
  note({ kind: "page", data: shown("checkout") });
  note({ kind: "sheet", cart: cart() });
  expect(begun()).toHaveLength(2);
});

test("a button that names no product is a fault of the page", async () => {
  await open(shown("empty"), "statistics");
  expect(() => tell({ event: "add_to_cart", items: [{ id: 0 }] })).toThrow("product_id");
  expect(() => tell({ event: "remove_from_cart", items: [] })).toThrow("product_id");
});

test("the checkout tells its beginning, and what is chosen, once before the order at the latest", async () => {
  await open(shown("checkout"), "statistics");
  const [begun] = layer();
  expect(begun).toMatchObject({ event: "begin_checkout" });
  expect(begun.ecommerce.value).toBeGreaterThan(0);
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

test("a delivery and a payment that are not known are said to be so", async () => {
  await open(shown("checkout"), "statistics");
  note({ kind: "ordering", cart: cart(), tier: "", type: "" });
  const [, delivery, payment] = layer();
  expect(delivery.ecommerce.shipping_tier).toBe("(shipping tier not found)");
  expect(payment.ecommerce.payment_type).toBe("(payment type not found)");
});

test("a purchase is what the server tells of it, and is not told again", async () => {
  window.history.replaceState(null, "", "/checkout/order-received/1042/?key=wc_order_x");
  purchase = {
    event: "purchase",
    order_id: "1042",
    affiliation: "Bottega",
    total_price: "4720",
    items: [{ id: 5 }],
  };
  await open(shown("order"), "statistics");
  expect(sent.find(({ path }) => path.endsWith("/purchase"))?.body).toEqual({
    order_id: 1042,
    key: "wc_order_x",
  });
  expect(layer()).toMatchObject([{ event: "purchase", ecommerce: { transaction_id: "1042", value: 47.2 } }]);
  note({ kind: "page", data: shown("order") });
  for (let turns = 0; turns < 5; turns += 1) await settled();
  expect(names()).toEqual(["purchase"]);
  await gathered();
  expect(told()).toEqual([]);
  window.history.replaceState(null, "", "/");
});

test("a page that is not there is told by its address without secrets", async () => {
  window.history.replaceState(null, "", "/niente/?key=wc_order_x&a=1");
  await open(shown("not-found"), "statistics");
  expect(layer()).toEqual([{ event: "404_not_found", page_path: "/niente/?a=1", page_referrer: "" }]);
  await gathered();
  expect(told()).toMatchObject([{ event: "404_not_found", word: "/niente/", product_id: 0 }]);
  window.history.replaceState(null, "", "/");
});

test("the shop's own statistics are told together, each step of a visit once as the first", async () => {
  await open(shown("product-simple"), "statistics");
  note({ kind: "page", data: shown("product-simple") });
  await gathered();
  expect(sent.filter(({ path }) => path.endsWith("/events"))).toHaveLength(1);
  const seen = told().filter(({ event }) => event === "view_item");
  expect(seen.map(({ product_id, first }) => [product_id, first])).toEqual([
    [0, true],
    [117, false],
    [0, false],
    [117, false],
  ]);
  expect(sessionStorage.getItem(VISIT)).toBe("view_item view_item_list");
});
