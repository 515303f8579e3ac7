import { useCallback, useRef, useState } from "react";
import { useCart } from "../../context/cart/useCart.ts";
import type { Cart } from "../../core/types.ts";

/**
 * The cart that the checkout shows. Placing an order empties it: for as long as that order is not paid, the page goes on showing what
 * was `sent`, so that the next try has its sums and its ways of payment.
 */
export function useCheckoutCart(first: Cart): { cart: Cart; sent: () => void } {
  const live = useCart().cart ?? first;
  const filled = useRef(live);
  if (live.items.length > 0) filled.current = live;
  const [ordered, setOrdered] = useState<Cart | null>(null);
  const sent = useCallback(() => setOrdered(filled.current), []);
  return { cart: ordered && live.items.length === 0 ? ordered : live, sent };
}
