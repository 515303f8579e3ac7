import type { Cart } from "../../core/types.ts";

/** What of a cart is to be paid with the order, in minor units: the first part where it is paid in parts. */
export const dueNow = (cart: Cart): number =>
  Number(cart.extensions.bottega_due_now ?? cart.totals.total_price);
