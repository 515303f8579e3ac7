import type { PageData } from "../core/types.ts";
import { plainPage } from "./plainCart.ts";

/** The form in which a page's data is asked for at the page's own address. */
export const PAGE_JSON = "application/vnd.bottega.page+json";

/** The data of a page and the address it was finally found at. */
export interface LoadedPage {
  data: PageData;
  url: URL;
}

/** Fetches a page's data. Throws when there is none, so that the caller lets the browser go there itself. */
export async function fetchPage(url: URL, signal: AbortSignal): Promise<LoadedPage> {
  const response = await fetch(url.pathname + url.search, {
    headers: { Accept: PAGE_JSON },
    credentials: "same-origin",
    signal,
  });
  // A page that is not found has data too; anything else that is not this data is not ours to show.
  if (!response.headers.get("Content-Type")?.startsWith(PAGE_JSON)) throw new Error("not page data");
  const data = plainPage((await response.json()) as PageData);
  const found = new URL(response.url || url.href);
  found.hash = url.hash;
  return { data, url: found };
}
