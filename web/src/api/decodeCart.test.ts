// Names in carts are HTML on the wire and plain text on pages, whichever endpoint a cart comes from.
import { answers, pageAnswer, shopPage } from "../../tests/page.tsx";
import { serve } from "../../tests/server.ts";
import type { Cart, CartPage } from "../core/types.ts";
import { addByData, sendCartForm } from "./ajaxCart.ts";
import { fetchCart, removeItem } from "./cart.ts";
import { fetchPage } from "./pageRequest.ts";
import type { StoreApiError } from "./storeApi.ts";

const PLAIN = "Biscotti d'avena & miele";
const ENCODED = "Biscotti d&#39;avena &amp; miele";

/** A cart whose names are encoded wherever the store API encodes them. */
function cart(): CartPage["cart"] {
  const { cart } = shopPage<"cart">("cart").page;
  const [line] = cart.items;
  if (!line) throw new Error("the cart has a line");
  const image = { ...line.images[0], alt: ENCODED } as (typeof line.images)[0];
  const item = {
    ...line,
    name: ENCODED,
    images: [image],
    variation: [{ raw_attribute: "attribute_gusto", attribute: ENCODED, value: ENCODED }],
    item_data: [{ name: "Dedica", value: "a &amp; b", display: ENCODED, hidden: false }],
  };
  const shipping_rates = cart.shipping_rates.map((parcel) => ({
    ...parcel,
    items: [{ key: line.key, name: ENCODED, quantity: 1 }],
  }));
  return { ...cart, items: [item], shipping_rates };
}

function namesOf({ items, shipping_rates }: Cart): unknown[] {
  return [
    ...items.flatMap((item) => [
      item.name,
      ...item.images.map(({ alt }) => alt),
      ...item.variation.flatMap(({ attribute, value }) => [attribute, value]),
      ...item.item_data.map(({ display }) => display),
    ]),
    ...shipping_rates.flatMap(({ items }) => items.map(({ name }) => name)),
  ];
}

function expectPlain(got: Cart): void {
  expect(got.shipping_rates.length).toBeGreaterThan(0);
  expect(new Set(namesOf(got))).toEqual(new Set([PLAIN]));
  // Text that the shopper entered is not HTML.
  expect(got.items[0]?.item_data[0]?.value).toBe("a &amp; b");
}

const headers = { Nonce: "a-nonce" };

test("a response of the store API is decoded", async () => {
  serve(() => ({ body: cart(), headers }));
  expectPlain(await fetchCart());
});

test("the cart of an error response is decoded", async () => {
  serve(() => ({ status: 409, headers, body: { code: "gone", message: "", data: { cart: cart() } } }));
  const failure = await removeItem("a-key").catch((error: unknown) => error);
  expectPlain((failure as StoreApiError).cart as Cart);
});

test("an error response without a cart is not changed", async () => {
  serve(() => ({ status: 400, headers, body: { code: "wrong", message: ENCODED, data: null } }));
  await expect(fetchCart()).rejects.toMatchObject({ code: "wrong", message: ENCODED });
});

test("the response to an add button is decoded", async () => {
  serve(() => ({ body: { cart: cart() } }));
  expectPlain((await addByData({ product_id: "1" }, "a-name")).cart as Cart);
});

test("the response to the cart page's form is decoded", async () => {
  serve(() => pageAnswer(shopPage<"cart">("cart", { cart: cart() })));
  expectPlain((await sendCartForm(document.createElement("form"), null)).cart);
});

test.each(["cart", "checkout"] as const)("the cart in the data of the %s page is decoded", async (name) => {
  serve(() => pageAnswer(shopPage(name, { cart: cart() })));
  const { page } = (await fetchPage(new URL("http://localhost/cart/"), new AbortController().signal)).data;
  expectPlain((page as { cart: Cart }).cart);
});

test("the data of a page without a cart is not changed", async () => {
  const list = { ...shopPage("list-cheese"), note: answers("shell") };
  serve(() => pageAnswer(list));
  const { data } = await fetchPage(new URL("http://localhost/negozio/"), new AbortController().signal);
  expect(data).toEqual(list);
});
