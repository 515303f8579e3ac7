// What a form of the page puts into the cart that the server takes itself (a bulk order, a purchase list, an offer): the cart page that it
// leads to tells what has come in since.

import type { Cart, PageData } from "../../core/types.ts";

const BEFORE = "bottega_cart_before";

/** Keeps the lines of the cart for the next document. Only for who may be counted. */
export function keepCart(cart: Cart | null): void {
  try {
    sessionStorage.setItem(BEFORE, JSON.stringify(cart?.items ?? []));
  } catch {
    // Without storage it is not told.
  }
}

/** Forgets what was kept. */
export function forgetCart(): void {
  try {
    sessionStorage.removeItem(BEFORE);
  } catch {
    // Storage is forbidden: then nothing is in it.
  }
}

/** The cart before and after the form that led to this page; `null`: none did, or the page is not the cart's. */
export function addedByForm({ page }: PageData): { before: Pick<Cart, "items">; after: Cart } | null {
  let kept: string | null = null;
  try {
    kept = sessionStorage.getItem(BEFORE);
  } catch {
    // As above.
  }
  forgetCart();
  return kept !== null && page.kind === "cart"
    ? { before: { items: JSON.parse(kept) as Cart["items"] }, after: page.cart }
    : null;
}
