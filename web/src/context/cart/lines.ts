// Changes of single lines of the cart.

import * as api from "../../api/cart.ts";
import { core } from "../../core/core.ts";
import type { Cart } from "../../core/types.ts";
import { cartState, enqueue, type Refusal, setCartState, tellPage } from "./cartState.ts";

async function changeLine(
  key: string,
  change: () => Promise<Cart>,
  refused?: (refusal: Refusal) => void,
): Promise<Cart | null> {
  setCartState({ busyKeys: new Set(cartState().busyKeys).add(key) });
  const cart = await enqueue(change, refused);
  const busyKeys = new Set(cartState().busyKeys);
  busyKeys.delete(key);
  setCartState({ busyKeys });
  return cart;
}

/** Sets the quantity of a line. */
export async function updateLine(key: string, quantity: number, name: string): Promise<void> {
  const cart = await changeLine(key, () => api.updateItem(key, quantity));
  if (cart) setCartState({ announcement: { kind: "updated", name } });
}

/** Removes a line; it can be put back until the next one is removed. A refusal that brings no cart leads to `href`, the
 * link's own address. */
export async function removeLine(key: string, name: string, href: string): Promise<void> {
  const before = cartState().cart;
  let refusal: Refusal | null = null;
  const cart = await changeLine(
    key,
    () => api.removeItem(key),
    (told) => {
      refusal = told;
    },
  );
  if (cart) {
    setCartState({ announcement: { kind: "removed", name }, removed: { key, name } });
    tellPage("removed_from_cart", { cart_item_key: key });
    return;
  }
  setCartState({ error: refusal });
  // Without a connection the link leads nowhere: the message stays on a page that works.
  if ((refusal as Refusal | null)?.code === "network") return;
  const next = core().afterRemove(cartState().cart !== before, href);
  if (next.kind === "go") window.location.assign(next.url);
}

/** Puts the line back that was removed last, with its quantity and choices. */
export async function undoRemove(): Promise<void> {
  const { removed } = cartState();
  if (!removed) return;
  setCartState({ removed: null });
  const cart = await enqueue(() => api.restoreItem(removed.key));
  if (cart) setCartState({ announcement: { kind: "restored", name: removed.name } });
}

/** Takes the offer away to put a line back. */
export function forgetRemoved(): void {
  if (cartState().removed) setCartState({ removed: null });
}
