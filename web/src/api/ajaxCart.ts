// The classic calls of the cart that pages of the shop use themselves.

import { inLanguage } from "../core/address.ts";
import type { Cart, CartPage, PageData } from "../core/types.ts";
import { addCall, type CartCall, namedChange } from "./cart.ts";
import { plainCart, plainPage } from "./plainCart.ts";
import { StoreApiError } from "./storeApi.ts";

/** Asks the classic call for the cart as data beside its fragments, and for the sentence of a refusal. */
const WITH_CART = "application/vnd.bottega.cart+json, application/json";
const PAGE_JSON = "application/vnd.bottega.page+json";

/** The answer to adding from a list. */
export interface AddAnswer {
  error?: boolean;
  /** Where a refusal is explained; `false`: nowhere. */
  product_url?: string | false;
  message?: string;
  cart?: Cart;
  /** Parts of the page by their selectors. */
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
    // No answer, or one that is no data: told below.
  }
  throw new StoreApiError("network", "", 0, {});
}

/** Sends the data attributes of an add button; `name`: that of the change. */
export async function addByData(data: Record<string, string>, name: string): Promise<AddAnswer> {
  const fields = new URLSearchParams(data);
  const answer = (await post("/?wc-ajax=add_to_cart", fields, WITH_CART, namedChange(name))) as AddAnswer;
  return answer.cart ? { ...answer, cart: plainCart(answer.cart) } : answer;
}

/** The same add as a change that can wait for a connection. */
export function addCallOf(data: Record<string, string>): CartCall {
  const variation = Object.entries(data)
    .filter(([name]) => name.startsWith("attribute_"))
    .map(([name, value]) => ({ attribute: name.slice("attribute_".length), value }));
  return addCall({ id: Number(data.product_id), quantity: Number(data.quantity ?? 1), variation });
}

/** The nonce of the links of the mini-cart, which remove a line. */
export async function removalNonce(): Promise<string> {
  const fields = new URLSearchParams({ time: String(Date.now()) });
  const answer = await post("/?wc-ajax=get_refreshed_fragments", fields, "application/json");
  const { fragments } = answer as { fragments?: Record<string, string> };
  const html = Object.values(fragments ?? {}).join("");
  const link = new DOMParser().parseFromString(html, "text/html").querySelector("a.remove_from_cart_button");
  return new URLSearchParams(link?.getAttribute("href")?.split("?")[1]).get("_wpnonce") ?? "";
}

/** Sends a form of the cart page as it stands; the answer is the page that the browser would have shown. */
export async function sendCartForm(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): Promise<Extract<PageData["page"], { kind: "cart" }> & CartPage> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) {
    if (typeof value === "string") fields.append(name, value);
  }
  const answer = await post(form.getAttribute("action") ?? "/cart/", fields, PAGE_JSON);
  const { page } = plainPage(answer as PageData);
  if (page.kind !== "cart") throw new StoreApiError("network", "", 0, {});
  return page;
}
