// The quick view endpoint, which returns JSON instead of HTML to the shop's own pages.

import { inLanguage } from "../core/address.ts";
import type { PageData, QuickViewView } from "../core/types.ts";
import { fetchPage, PAGE_JSON } from "./pageRequest.ts";

/** The product does not exist. */
export class ProductNotFound extends Error {}

function requestQuickView(
  id: number,
  sidebar: boolean,
  nonce: string,
  signal: AbortSignal,
): Promise<Response> {
  const fields = new URLSearchParams({ product_id: String(id), nonce });
  const request = { headers: { Accept: PAGE_JSON }, credentials: "same-origin", signal } as const;
  if (!sidebar) return fetch(inLanguage(`/?wc-ajax=woosq_quickview&${fields}`), request);
  fields.set("action", "woosq_quickview");
  fields.set("context", "default");
  return fetch(inLanguage("/wp-admin/admin-ajax.php"), { ...request, method: "POST", body: fields });
}

/** Fetches the quick view of a product. A rejected nonce (the page may have been open for a day) is renewed once. */
export async function fetchQuickView(
  id: number,
  { sidebar, nonce }: QuickViewView,
  signal: AbortSignal,
): Promise<PageData> {
  let response = await requestQuickView(id, sidebar, nonce, signal);
  if (response.status === 403) {
    const { data } = await fetchPage(new URL(window.location.href), signal);
    response = await requestQuickView(id, sidebar, data.shell.quick_view?.nonce ?? "", signal);
  }
  if (response.status === 404) throw new ProductNotFound();
  if (!response.headers.get("Content-Type")?.startsWith(PAGE_JSON)) throw new Error("not a product");
  return (await response.json()) as PageData;
}
