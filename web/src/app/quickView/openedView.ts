// The quick view in the URL and the history: a hash opens it and disappears with it.

import { core } from "../../core/core.ts";

interface Entry {
  /** The product that was shown in this history entry. */
  quickView?: number | null;
}

const entry = () => (window.history.state ?? {}) as Entry;

/** Returns the product in the URL hash, e.g. `#woosq-12`; `null` if there is none. */
export function linkedProduct(): number | null {
  const nothing = { data_product_id: "", data_pid: "", data_id: "" };
  return core().quickViewProduct({ ...nothing, href: window.location.hash }) ?? null;
}

/** Returns the product that was shown in this history entry, after going back or reloading; `null` if there is none. */
export const entryProduct = (): number | null => entry().quickView ?? null;

/** Removes the hash from the URL, so that neither another page nor a copied address contains it. */
export function dropHash(): void {
  const { pathname, search } = window.location;
  window.history.replaceState({ ...entry(), quickView: null }, "", pathname + search);
}

/** Pushes the quick view as a history entry, so that going back closes it. */
export const pushView = (product: number | null, hash: string): void =>
  window.history.pushState({ quickView: product } satisfies Entry, "", hash);

/** Records that the entry shows another product. */
export const noteProduct = (product: number): void =>
  window.history.replaceState({ ...entry(), quickView: product }, "");
