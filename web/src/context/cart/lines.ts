// Changes of single lines of the cart.

import * as api from "../../api/cart.ts";
import { inLanguage } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { Cart, CartChange } from "../../core/types.ts";
import {
  cartState,
  enqueue,
  noted,
  plan,
  type Refusal,
  setCartState,
  setDrawer,
  settled,
  tellPage,
} from "./cartState.ts";
import { sendOrWait, WAITS } from "./waiting.ts";

/** Quantities that are not sent yet, by line. */
const waiting = new Map<string, { timer: ReturnType<typeof setTimeout>; send: () => void }>();

/** Lines that are being removed. */
const leaving = new Set<string>();

function forget(key: string): void {
  clearTimeout(waiting.get(key)?.timer);
  waiting.delete(key);
}

async function changeLine(
  key: string,
  foreseen: CartChange,
  change: () => Promise<Cart>,
  refused?: (refusal: Refusal) => void,
): Promise<Cart | null> {
  setCartState({ busyKeys: new Set(cartState().busyKeys).add(key) });
  const cart = await enqueue(noted(change), refused, foreseen);
  const busyKeys = new Set(cartState().busyKeys);
  busyKeys.delete(key);
  setCartState({ busyKeys });
  return cart;
}

/** Shows what so many pieces of a line come to, before they are sent; `null`: they stay as they are. */
export function planLine(key: string, quantity: number | null): void {
  plan(key, quantity === null ? null : { quantity: { key, quantity } });
}

/** Shows what so many pieces of a line come to, and saves them when no other number follows soon. */
export function settleLine(key: string, quantity: number, name: string): void {
  planLine(key, quantity);
  forget(key);
  const send = () => {
    forget(key);
    void updateLine(key, quantity, name);
  };
  waiting.set(key, { timer: setTimeout(send, core().cartTimings().line_saved_after_ms), send });
}

/** Sends what waits, since its page is left; ends when all changes of the cart are answered. */
export function cartSent(): Promise<unknown> {
  for (const { send } of [...waiting.values()]) send();
  return settled();
}

/** Sets the quantity of a line, where it has another. */
export async function updateLine(key: string, quantity: number, name: string): Promise<void> {
  if (cartState().answered?.items.some((item) => item.key === key && item.quantity === quantity)) {
    planLine(key, null);
    return;
  }
  const cart = await changeLine(key, { quantity: { key, quantity } }, () =>
    sendOrWait(api.updateCall(key, quantity)),
  );
  if (cart) setCartState({ announcement: { kind: "updated", name } });
}

/** Removes a line; it can be put back until the next one is removed. A refusal that brings no cart leads to `href`, the
 * link's own address. */
export async function removeLine(key: string, name: string, href: string): Promise<void> {
  forget(key);
  // A field that is left by Enter is left once more when it goes.
  if (leaving.has(key)) return;
  leaving.add(key);
  const before = cartState().answered;
  let told: Refusal | null = null;
  const cart = await changeLine(
    key,
    { quantity: { key, quantity: 0 } },
    () => sendOrWait(api.removeCall(key)),
    (why) => {
      told = why;
    },
  ).finally(() => leaving.delete(key));
  if (cart) {
    setCartState({ announcement: { kind: "removed", name }, removed: { key, name } });
    tellPage("removed_from_cart", { cart_item_key: key });
    return;
  }
  const refusal = told as Refusal | null;
  // Nothing is wrong where the cart is ordered meanwhile, or the change waits for a connection.
  if (!refusal || refusal.code === WAITS) return;
  setCartState({ error: refusal });
  // Without a connection the link leads nowhere: the message stays on a page that works.
  if (refusal.code === "network") return;
  const next = core().afterRemove(cartState().answered !== before, href);
  if (next.kind === "go") window.location.assign(inLanguage(next.url));
}

/** Puts the line back that was removed last, with its quantity and choices. */
export async function undoRemove(): Promise<void> {
  const { removed } = cartState();
  if (!removed) return;
  setCartState({ removed: null });
  const cart = await enqueue(noted(() => sendOrWait(api.restoreCall(removed.key))));
  if (cart) setCartState({ announcement: { kind: "restored", name: removed.name } });
}

/** Takes the offer away to put a line back. */
export function forgetRemoved(): void {
  if (cartState().removed) setCartState({ removed: null });
}

/** Puts the drawer away, and what could be put back. */
export function closeDrawer(): void {
  setDrawer(false);
  forgetRemoved();
}
