import type { Cart } from "../../core/types.ts";

/** Returns the amount payable with the order, in minor units: the deposit if the cart is paid in parts. */
export const dueNow = (cart: Cart): number =>
  Number(cart.extensions.bottega_due_now ?? cart.totals.total_price);
