// Detects what a plain form (a bulk order, a purchase list, an offer) added to the cart: the cart page that follows compares the
// cart with the lines that were stored when the form was sent.

import type { Cart, PageData } from "../../core/types.ts";

const BEFORE = "bottega_cart_before";

/** Stores the lines of the cart for the next document. Call it only if the visitor may be counted. */
export function storeCartLines(cart: Cart | null): void {
  try {
    sessionStorage.setItem(BEFORE, JSON.stringify(cart?.items ?? []));
  } catch {
    // Without storage the change is not reported.
  }
}

export function clearCartLines(): void {
  try {
    sessionStorage.removeItem(BEFORE);
  } catch {
    // Storage is forbidden, so there is nothing to remove.
  }
}

/** Returns the cart before and after the form that led to this page; `null` if there was none or this is not the cart page. */
export function addedByForm({ page }: PageData): { before: Pick<Cart, "items">; after: Cart } | null {
  let storedLines: string | null = null;
  try {
    storedLines = sessionStorage.getItem(BEFORE);
  } catch {
    // Storage is forbidden.
  }
  clearCartLines();
  return storedLines !== null && page.kind === "cart"
    ? { before: { items: JSON.parse(storedLines) as Cart["items"] }, after: page.cart }
    : null;
}
