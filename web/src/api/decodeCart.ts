// The store API encodes names as HTML: "Biscotti d&#39;avena". Carts are decoded here, where pages receive them, and nowhere else.

import { decodeEntities as plain } from "../core/plainText.ts";
import type { Cart, CartItem, PageData } from "../core/types.ts";

const plainItem = (item: CartItem): CartItem => ({
  ...item,
  name: plain(item.name),
  variation: item.variation.map((one) => ({
    ...one,
    attribute: plain(one.attribute),
    value: plain(one.value),
  })),
  item_data: item.item_data.map((one) => ({ ...one, display: plain(one.display) })),
  images: item.images.map((image) => ({ ...image, alt: plain(image.alt) })),
});

/** Decodes the names in a store API cart. `cross_sells`, which no page shows, stay encoded. */
export const decodeCart = <C extends Pick<Cart, "items" | "shipping_rates">>(cart: C): C => ({
  ...cart,
  items: cart.items.map(plainItem),
  shipping_rates: cart.shipping_rates.map((parcel) => ({
    ...parcel,
    items: parcel.items.map((item) => ({ ...item, name: plain(item.name) })),
  })),
});

const isCart = (value: unknown): value is Cart =>
  typeof value === "object" && value !== null && "items" in value && "shipping_rates" in value;

/** Decodes the names in a store API response if it is a cart or an error that contains one. */
export function decodeResponse(answer: unknown): unknown {
  if (isCart(answer)) return decodeCart(answer);
  const { data } = (answer ?? {}) as { data?: { cart?: unknown } };
  if (!isCart(data?.cart)) return answer;
  return { ...(answer as object), data: { ...data, cart: decodeCart(data.cart) } };
}

/** Decodes the names of the cart in a page's data, if there is one. */
export function decodePageCart(data: PageData): PageData {
  const { page } = data;
  if (page.kind !== "cart" && page.kind !== "checkout") return data;
  return { ...data, page: { ...page, cart: decodeCart(page.cart) } };
}
