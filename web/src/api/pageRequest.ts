import type { PageData } from "../core/types.ts";
import { decodePageCart } from "./decodeCart.ts";

/** Media type that requests a page's data at the page's own URL. */
export const PAGE_JSON = "application/vnd.bottega.page+json";

/** Data of a page and its URL after redirects. */
export interface LoadedPage {
  data: PageData;
  url: URL;
}

/** Fetches a page's data. Throws if there is none, so that the caller falls back to a full page load. */
export async function fetchPage(url: URL, signal: AbortSignal): Promise<LoadedPage> {
  const response = await fetch(url.pathname + url.search, {
    headers: { Accept: PAGE_JSON },
    credentials: "same-origin",
    signal,
  });
  // A 404 page has data too. Any other content type is not a page of the storefront.
  if (!response.headers.get("Content-Type")?.startsWith(PAGE_JSON)) throw new Error("not page data");
  const data = decodePageCart((await response.json()) as PageData);
  const finalUrl = new URL(response.url || url.href);
  finalUrl.hash = url.hash;
  return { data, url: finalUrl };
}
