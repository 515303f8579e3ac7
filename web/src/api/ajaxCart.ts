// The `wc-ajax` cart endpoints that the storefront itself uses.

import { inLanguage } from "../core/address.ts";
import type { Cart, CartPage, PageData } from "../core/types.ts";
import { addCall, type CartCall, idempotencyHeader } from "./cart.ts";
import { decodeCart, decodePageCart } from "./decodeCart.ts";
import { StoreApiError } from "./storeApi.ts";

/** Requests the cart as JSON beside the HTML fragments, and an error message if the call fails. */
const WITH_CART = "application/vnd.bottega.cart+json, application/json";
const PAGE_JSON = "application/vnd.bottega.page+json";

/** Response to adding a product from a list. */
export interface AddResponse {
  error?: boolean;
  /** Product page that explains the error; `false` if there is none. */
  product_url?: string | false;
  message?: string;
  cart?: Cart;
  /** HTML fragments of the page by their CSS selectors. */
  fragments?: Record<string, string>;
}

async function post(
  path: string,
  fields: URLSearchParams,
  accept: string,
  more: Record<string, string> = {},
): Promise<unknown> {
  try {
    const response = await fetch(inLanguage(path), {
      method: "POST",
      credentials: "same-origin",
      headers: { Accept: accept, ...more },
      body: fields,
    });
    if (response.ok) return await response.json();
  } catch {
    // No response, or one that is not JSON: reported below.
  }
  throw new StoreApiError("network", "", 0, {});
}

/** Sends the data attributes of an add button; `name` is the change's idempotency key. */
export async function addByData(data: Record<string, string>, name: string): Promise<AddResponse> {
  const fields = new URLSearchParams(data);
  const answer = (await post(
    "/?wc-ajax=add_to_cart",
    fields,
    WITH_CART,
    idempotencyHeader(name),
  )) as AddResponse;
  return answer.cart ? { ...answer, cart: decodeCart(answer.cart) } : answer;
}

/** Returns the same addition as a call that can be queued until there is a connection. */
export function addCallOf(data: Record<string, string>): CartCall {
  const variation = Object.entries(data)
    .filter(([name]) => name.startsWith("attribute_"))
    .map(([name, value]) => ({ attribute: name.slice("attribute_".length), value }));
  return addCall({ id: Number(data.product_id), quantity: Number(data.quantity ?? 1), variation });
}

/** Fetches the nonce that the mini-cart's remove links carry. */
export async function removalNonce(): Promise<string> {
  const fields = new URLSearchParams({ time: String(Date.now()) });
  const answer = await post("/?wc-ajax=get_refreshed_fragments", fields, "application/json");
  const { fragments } = answer as { fragments?: Record<string, string> };
  const html = Object.values(fragments ?? {}).join("");
  const link = new DOMParser().parseFromString(html, "text/html").querySelector("a.remove_from_cart_button");
  return new URLSearchParams(link?.getAttribute("href")?.split("?")[1]).get("_wpnonce") ?? "";
}

/** Submits a form of the cart page; returns the data of the page that the browser would have shown. */
export async function sendCartForm(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): Promise<Extract<PageData["page"], { kind: "cart" }> & CartPage> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value === "string") fields.append(name, value);
  }
  const answer = await post(form.getAttribute("action") ?? "/cart/", fields, PAGE_JSON);
  const { page } = decodePageCart(answer as PageData);
  if (page.kind !== "cart") throw new StoreApiError("network", "", 0, {});
  return page;
}
