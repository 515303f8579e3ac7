import { useSyncExternalStore } from "react";
import { type CartState, cartState, initialCartState, subscribeCart } from "./cartStore.ts";

/** The cart. While hydrating it is the empty start, as on the server, whose pages are the same for everyone. */
export function useCart(): CartState {
  return useSyncExternalStore(subscribeCart, cartState, () => initialCartState);
}
