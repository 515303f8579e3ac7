import { useSyncExternalStore } from "react";
import { type CartState, cartState, initialCartState, subscribeCart } from "./cartStore.ts";

/**
 * Returns the cart's state. During hydration it is the initial state, as on the server, whose pages are the same for everyone.
 */
export function useCart(): CartState {
  return useSyncExternalStore(subscribeCart, cartState, () => initialCartState);
}
