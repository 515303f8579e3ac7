// The cart in the browser: one store for the header, the drawer, the cart page and the checkout. Changes run one at a
// time in the order in which they were asked for, so that the last answer is always the newest cart.

import * as api from "../../api/cart.ts";
import { adoptNonce, StoreApiError } from "../../api/storeApi.ts";
import type { Cart, PageData } from "../../core/types.ts";

/** How the add button of a product stands. */
export type AddState = "loading" | "added";

/** Everything the cart's views show. */
export interface CartState {
  /** `null` until it was read. */
  cart: Cart | null;
  /** Lines with a change under way. */
  busyKeys: ReadonlySet<string>;
  /** Other changes under way (coupons, addresses). */
  pending: number;
  /** Add buttons by their key; a button that is not here is idle. */
  adds: Readonly<Record<string, AddState>>;
  /** The drawer is open. */
  drawerOpen: boolean;
  /** Refusal of the last change, in words; `network` when no answer came. */
  error: { code: string; message: string } | null;
  /** The last success, for screen readers. */
  announcement: { kind: "added" | "removed" | "updated" | "coupon"; name: string } | null;
}

export const initialCartState: CartState = {
  cart: null,
  busyKeys: new Set(),
  pending: 0,
  adds: {},
  drawerOpen: false,
  error: null,
  announcement: null,
};

let state = initialCartState;
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
const listeners = new Set<() => void>();

function set(change: Partial<CartState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export function subscribeCart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const cartState = (): CartState => state;

type Refusal = NonNullable<CartState["error"]>;

/** Puts a change behind those already asked for; its answer becomes the cart. A refusal is told by all views of the cart, or
 * by whom asked for it to be handed over. */
function enqueue(change: () => Promise<Cart>, refused?: (refusal: Refusal) => void): Promise<Cart | null> {
  waiting += 1;
  const run = queue.then(async () => {
    try {
      const cart = await change();
      set({ cart, error: null });
      return cart;
    } catch (error) {
      if (!(error instanceof StoreApiError)) throw error;
      const refusal = { code: error.code, message: error.message };
      set({ cart: error.cart ?? state.cart, error: refused ? null : refusal });
      refused?.(refusal);
      return null;
    } finally {
      waiting -= 1;
    }
  });
  queue = run.catch(() => undefined);
  return run;
}

/** Takes over the cart that came with a page (and then its nonce) or with a refusal. */
export function adoptCart(cart: Cart, nonce?: string): void {
  if (nonce) adoptNonce(nonce);
  set({ cart });
}

/** Takes over what a page brings along; pages without a cart leave it as it is. */
export function adoptPage({ page }: PageData): void {
  if (page.kind === "cart" || page.kind === "checkout") adoptCart(page.cart, page.store_nonce);
}

/** Reads the cart. */
export const refreshCart = () => enqueue(api.readCart);

/** Adds a product; `button` is the key of the add button that shows how it goes. */
export async function addToCart(item: api.AddItem, name: string, button: string): Promise<boolean> {
  set({ adds: { ...state.adds, [button]: "loading" }, error: null });
  const cart = await enqueue(() => api.addItem(item));
  const { [button]: _old, ...others } = state.adds;
  if (!cart) {
    // The refusal is told in the drawer, where the shopper sees what is already in the cart.
    set({ adds: others, drawerOpen: true });
    return false;
  }
  set({
    adds: { ...others, [button]: "added" },
    announcement: { kind: "added", name },
    // Opened once, after the last of several quick adds: a drawer in between would take the pointer away.
    drawerOpen: state.drawerOpen || waiting === 0,
  });
  return true;
}

async function changeLine(key: string, change: () => Promise<Cart>): Promise<Cart | null> {
  set({ busyKeys: new Set(state.busyKeys).add(key) });
  const cart = await enqueue(change);
  const busyKeys = new Set(state.busyKeys);
  busyKeys.delete(key);
  set({ busyKeys });
  return cart;
}

/** Sets the quantity of a line. */
export async function updateLine(key: string, quantity: number, name: string): Promise<void> {
  const cart = await changeLine(key, () => api.updateItem(key, quantity));
  if (cart) set({ announcement: { kind: "updated", name } });
}

/** Removes a line. */
export async function removeLine(key: string, name: string): Promise<void> {
  const cart = await changeLine(key, () => api.removeItem(key));
  if (cart) set({ announcement: { kind: "removed", name } });
}

/** Runs a change of the whole cart (coupon, address, shipping rate). */
export async function changeCart(
  change: () => Promise<Cart>,
  refused?: (refusal: Refusal) => void,
): Promise<Cart | null> {
  set({ pending: state.pending + 1 });
  const cart = await enqueue(change, refused);
  set({ pending: state.pending - 1 });
  return cart;
}

/** Applies a coupon; gives why it was refused, for the place where it was typed. */
export async function applyCoupon(code: string): Promise<Refusal | null> {
  let refusal: Refusal | null = null;
  await changeCart(
    () => api.applyCoupon(code),
    (told) => {
      refusal = told;
    },
  );
  if (!refusal) set({ announcement: { kind: "coupon", name: code } });
  return refusal;
}

export const removeCoupon = (code: string) => changeCart(() => api.removeCoupon(code));

export function setDrawer(open: boolean): void {
  set(open ? { drawerOpen: true } : { drawerOpen: false, error: null });
}

export function dismissCartError(): void {
  set({ error: null });
}

/** Whether this browser holds a cart: the server says so by a cookie that scripts may read. */
export function cartExpected(): boolean {
  return /(?:^|; )woocommerce_items_in_cart=[^0;]/.test(document.cookie);
}
