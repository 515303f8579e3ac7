// Changes of single lines of the cart.

import * as api from "../../api/cart.ts";
import { inLanguage } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { Cart, CartChange } from "../../core/types.ts";
import {
  type CartError,
  cartState,
  dispatchCartEvent,
  enqueue,
  plan,
  setCartState,
  setDrawer,
  settled,
  tracked,
} from "./cartState.ts";
import { sendOrWait, WAITS } from "./waiting.ts";

/** Quantities that are not sent yet, by line. */
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; send: () => void }>();

/** Lines that are being removed. */
const leaving = new Set<string>();

function cancelPending(key: string): void {
  clearTimeout(waiting.get(key)?.timer);
  waiting.delete(key);
}

async function changeLine(
  key: string,
  expected: CartChange,
  change: () => Promise<Cart>,
  onError?: (error: CartError) => void,
): Promise<Cart | null> {
  setCartState({ busyKeys: new Set(cartState().busyKeys).add(key) });
  const cart = await enqueue(tracked(change), onError, expected);
  const busyKeys = new Set(cartState().busyKeys);
  busyKeys.delete(key);
  setCartState({ busyKeys });
  return cart;
}

/** Shows the effect of a new quantity before it is sent; `null` resets it. */
export function planLine(key: string, quantity: number | null): void {
  plan(key, quantity === null ? null : { quantity: { key, quantity } });
}

/** Shows the effect of a new quantity, and saves it unless it changes again soon. */
export function saveLineSoon(key: string, quantity: number, name: string): void {
  planLine(key, quantity);
  cancelPending(key);
  const send = () => {
    cancelPending(key);
    void updateLine(key, quantity, name);
  };
  waiting.set(key, { timer: setTimeout(send, core().cartTimings().line_saved_after_ms), send });
}

/** Sends the pending quantities because the page is being left; resolves when all changes of the cart have been answered. */
export function flushCart(): Promise<unknown> {
  for (const { send } of [...waiting.values()]) send();
  return settled();
}

/** Sets the quantity of a line if it differs. */
export async function updateLine(key: string, quantity: number, name: string): Promise<void> {
  if (cartState().confirmed?.items.some((item) => item.key === key && item.quantity === quantity)) {
    planLine(key, null);
    return;
  }
  const cart = await changeLine(key, { quantity: { key, quantity } }, () =>
    sendOrWait(api.updateCall(key, quantity)),
  );
  if (cart) setCartState({ announcement: { kind: "updated", name } });
}

/**
 * Removes a line, which can be restored until the next one is removed. If an error contains no cart, the browser goes to `href`,
 * the link's own address.
 */
export async function removeLine(key: string, name: string, href: string): Promise<void> {
  cancelPending(key);
  // Pressing Enter in a field fires another blur event when the field disappears.
  if (leaving.has(key)) return;
  leaving.add(key);
  const before = cartState().confirmed;
  let reported: CartError | null = null;
  const cart = await changeLine(
    key,
    { quantity: { key, quantity: 0 } },
    () => sendOrWait(api.removeCall(key)),
    (why) => {
      reported = why;
    },
  ).finally(() => leaving.delete(key));
  if (cart) {
    setCartState({ announcement: { kind: "removed", name }, removed: { key, name } });
    dispatchCartEvent("removed_from_cart", { cart_item_key: key });
    return;
  }
  const error = reported as CartError | null;
  // No error: the cart was ordered meanwhile, or the change waits for a connection.
  if (!error || error.code === WAITS) return;
  setCartState({ error });
  // Without a connection the link would fail, so the message stays on the working page.
  if (error.code === "network") return;
  const next = core().afterRemove(cartState().confirmed !== before, href);
  if (next.kind === "go") window.location.assign(inLanguage(next.url));
}

/** Restores the line that was removed last, with its quantity and options. */
export async function undoRemove(): Promise<void> {
  const { removed } = cartState();
  if (!removed) return;
  setCartState({ removed: null });
  const cart = await enqueue(tracked(() => sendOrWait(api.restoreCall(removed.key))));
  if (cart) setCartState({ announcement: { kind: "restored", name: removed.name } });
}

/** Withdraws the offer to restore a line. */
export function clearRemoved(): void {
  if (cartState().removed) setCartState({ removed: null });
}

/** Closes the drawer and withdraws the offer to restore a line. */
export function closeDrawer(): void {
  setDrawer(false);
  clearRemoved();
}
