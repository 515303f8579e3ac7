// The quick view in the address and in the history: its hash opens it, and goes from the address with it.

import { core } from "../../core/core.ts";

interface Entry {
  /** The product that was shown in this entry of the history. */
  quickView?: number | null;
}

const entry = () => (window.history.state ?? {}) as Entry;

/** The product that the address asks for, as `#woosq-12` does; `null`: none. */
export function linkedProduct(): number | null {
  const nothing = { data_product_id: "", data_pid: "", data_id: "" };
  return core().quickViewProduct({ ...nothing, href: window.location.hash }) ?? null;
}

/** The product that was shown here before, for who comes back or loads the page anew; `null`: none. */
export const productOfEntry = (): number | null => entry().quickView ?? null;

/** Takes the hash off the address, so that neither another page nor a copied address has it. */
export function dropHash(): void {
  const { pathname, search } = window.location;
  window.history.replaceState({ ...entry(), quickView: null }, "", pathname + search);
}

/** Shows the view as a step of the history, from which one step back closes it. */
export const pushView = (product: number | null, hash: string): void =>
  window.history.pushState({ quickView: product } satisfies Entry, "", hash);

/** Notes that the entry shows another product. */
export const noteProduct = (product: number): void =>
  window.history.replaceState({ ...entry(), quickView: product }, "");
