import { useCallback, useRef, useState } from "react";
import { useCart } from "../../context/cart/useCart.ts";
import type { Cart } from "../../core/types.ts";

/**
 * Returns the cart that the checkout shows. Placing an order empties the cart: until that order is paid, the page continues to
 * show the cart that was ordered, so that the next attempt has its totals and payment methods.
 */
export function useCheckoutCart(first: Cart): { cart: Cart; holdCart: () => void } {
  const live = useCart().cart ?? first;
  const filled = useRef(live);
  if (live.items.length > 0) filled.current = live;
  const [ordered, setOrdered] = useState<Cart | null>(null);
  const holdCart = useCallback(() => setOrdered(filled.current), []);
  return { cart: ordered && live.items.length === 0 ? ordered : live, holdCart };
}
