// The cart in the browser: one store for the header, the drawer, the cart page and the checkout. Changes run one at a time in the
// order in which they were requested, so that the last response is always the newest cart.

import * as api from "../../api/cart.ts";
import { StoreApiError, storeNonce } from "../../api/storeApi.ts";
import { currentPath } from "../../core/address.ts";
import type { Cart, CartChange, Notice, PageData } from "../../core/types.ts";
import { note } from "../analytics/notes.ts";
import { isSpent } from "../ordering.ts";
import { canRetry, probeShop, retryTimeout, sendWaiting, WAITS, waitingCount } from "./waiting.ts";

/** An invalid field of a form, with its message. */
export interface FieldError {
  field: string;
  message: string;
}

/** State of a product's add button. */
export type AddState = "loading" | "added";

/** The state that the cart's views render. */
export interface CartState {
  /** The cart including pending changes, as far as the page can price them; `null` until it was fetched. */
  cart: Cart | null;
  /** The last cart that the server returned. */
  confirmed: Cart | null;
  /** Lines with a pending change. */
  busyKeys: ReadonlySet<string>;
  /** Number of other pending changes (coupons, addresses). */
  pending: number;
  /** Add buttons by key; buttons that are not listed are idle. */
  adds: Readonly<Record<string, AddState>>;
  /** Add buttons with a link to the cart beside them. */
  viewLinks: ReadonlySet<string>;
  /** The line removed last, while it can be restored. */
  removed: { key: string; name: string } | null;
  drawerOpen: boolean;
  /**
   * Error of the last change; the code is `network` if no response arrived. It is shown on the current page, or on the page at
   * the path `shownAt`.
   */
  error: { code: string; message: string; shownAt?: string; fields?: FieldError[] } | null;
  /**
   * Why items or coupons were removed from the cart. A response reports it once; it is shown until its page is left or another
   * code is applied.
   */
  lost: { texts: string[]; path: string };
  /** Result of the last coupon, shown at the top of the page. */
  notices: Notice[];
  /** The last success, announced to screen readers. */
  announcement: { kind: "added" | "removed" | "restored" | "updated" | "waits"; name: string } | null;
  /** Number of changes that wait for a connection. */
  waiting: number;
}

const NO_REMOVALS = { texts: [], path: "" };

export const initialCartState: CartState = {
  cart: null,
  confirmed: null,
  busyKeys: new Set(),
  pending: 0,
  adds: {},
  viewLinks: new Set(),
  removed: null,
  drawerOpen: false,
  error: null,
  lost: NO_REMOVALS,
  notices: [],
  announcement: null,
  waiting: 0,
};

let state = initialCartState;
let queue: Promise<unknown> = Promise.resolve();
/** Callbacks that end the optimistic updates of changes that wait for a connection. */
const waitingEnds: ((answer: Cart | null) => void)[] = [];
const listeners = new Set<() => void>();

/** Prices changes before the server has responded. */
export interface OptimisticPricing {
  /** Adds a change; the returned function removes it once the server has responded or failed. */
  start: (change: CartChange) => (answer: Cart | null) => void;
  /**
   * Adds a change that is not sent yet, replacing another one planned under the same name, until a change like it begins; `null`
   * removes it.
   */
  plan: (name: string, change: CartChange | null) => void;
  /** Returns the server's cart with all pending changes applied. */
  apply: (confirmed: Cart) => Cart;
}

let optimisticPricing: OptimisticPricing | null = null;

/** Enables optimistic pricing. */
export function setOptimisticPricing(loaded: OptimisticPricing): void {
  optimisticPricing = loaded;
}

/** Shows the effect of a change that is not sent yet. */
export function plan(name: string, change: CartChange | null): void {
  optimisticPricing?.plan(name, change);
  setCartState({});
}

/** Updates the state; a given `cart` is the server's. For the modules of this folder only. */
export function setCartState({ cart: confirmed = state.confirmed, ...change }: Partial<CartState>): void {
  const cart = confirmed && optimisticPricing ? optimisticPricing.apply(confirmed) : confirmed;
  state = { ...state, ...change, confirmed, cart };
  for (const listener of listeners) listener();
}

export function subscribeCart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const cartState = (): CartState => state;

/** The error of a change. */
export type CartError = NonNullable<CartState["error"]>;

/** Errors that a response reports only once: removed items and coupons, and lines with a reduced quantity. */
const REPORTED_ONCE: ReadonlySet<string> = new Set([
  "woocommerce_rest_cart_coupon_error",
  "quantity_lowered",
  "line_removed",
  "choices_changed",
  "trade_offer_gone",
]);

function removalsIn(cart: Cart): Partial<CartState> {
  const texts = cart.errors.filter(({ code }) => REPORTED_ONCE.has(code)).map(({ message }) => message);
  return texts.length > 0 ? { lost: { texts, path: currentPath() } } : {};
}

function toCartError({ code, message, data }: StoreApiError): CartError {
  const { fields } = data as { fields?: FieldError[] };
  return { code, message, ...(fields && { fields }) };
}

/** Returns the cart's hash from the cookie that the server sets for scripts; empty for an empty cart. */
export function cartHash(): string {
  return /(?:^|; )woocommerce_cart_hash=([^;]*)/.exec(document.cookie)?.[1] ?? "";
}

/** The cart as far as it is known: `null` if it is empty, `undefined` if it could not be fetched. */
const knownCart = (): Cart | null | undefined => state.confirmed ?? (cartHash() ? undefined : null);

/** Notes for analytics what was added and removed. */
function noteChange(before: Cart | null | undefined, after: Cart): void {
  // Without the previous cart, the difference is unknown.
  if (before !== undefined) note({ kind: "cart", before, after });
}

/** Notes for analytics that a plain form is submitted, which may change the cart. */
export function noteForm(): void {
  const before = knownCart();
  if (before !== undefined) note({ kind: "form_sent", before });
}

/** Sends the changes that wait for a connection, if there is one again; resolves to the last error. */
async function sendWaitingChanges(): Promise<StoreApiError | null> {
  const sends = waitingCount() > 0 && navigator.onLine && canRetry();
  let before = knownCart();
  const onCart = (after: Cart) => {
    noteChange(before, after);
    before = after;
  };
  const error = sends ? await sendWaiting(onCart) : null;
  showWaiting();
  return error;
}

/** Shows how many changes wait, and ends the optimistic updates of those that another tab has sent. */
export function showWaiting(): void {
  const waiting = waitingCount();
  if (waiting === state.waiting && (waiting > 0 || waitingEnds.length === 0)) return;
  if (waiting === 0) for (const ends of waitingEnds.splice(0)) ends(null);
  setCartState({ waiting });
}

/**
 * Queues a change; its response becomes the cart. While the cart is being ordered the change waits; once the cart is ordered the
 * change is dropped, without a response or a message. All views of the cart show the error, unless the caller passes a callback
 * for it. The effect of `expected` is shown immediately.
 */
export function enqueue(
  change: () => Promise<Cart>,
  onError?: (error: CartError) => void,
  expected?: CartChange,
): Promise<Cart | null> {
  const ends = expected && optimisticPricing?.start(expected);
  if (ends) setCartState({});
  const run = queue.then(async () => {
    if (await isSpent()) {
      ends?.(null);
      return null;
    }
    const before = await sendWaitingChanges();
    try {
      const cart = await change();
      ends?.(cart);
      setCartState({ cart, error: before && toCartError(before), ...removalsIn(cart) });
      return cart;
    } catch (error) {
      if (!(error instanceof StoreApiError)) {
        ends?.(null);
        throw error;
      }
      if (error.code === WAITS) {
        // The optimistic update stays visible.
        if (ends) waitingEnds.push(ends);
        setCartState({ error: before && toCartError(before), waiting: waitingCount() });
        onError?.({ code: WAITS, message: "" });
        return null;
      }
      ends?.(null);
      const cartError = toCartError(error);
      setCartState({
        cart: error.cart ?? state.confirmed,
        error: onError ? before && toCartError(before) : cartError,
      });
      onError?.(cartError);
      return null;
    }
  });
  queue = run.catch(() => undefined);
  return run;
}

/** Wraps a change by the shopper so that analytics is notified of what was added and removed. */
export const tracked = (change: () => Promise<Cart>) => async (): Promise<Cart> => {
  const before = knownCart();
  const after = await change();
  noteChange(before, after);
  return after;
};

let catchUpRun: Promise<void> | null = null;

/**
 * Sends the changes that wait for a connection, and shows the result. This runs in the background: an error is not shown, and
 * changes by the shopper only queue behind it once the shop responds.
 */
export function catchUp(): Promise<void> {
  const sent = async () => {
    if (waitingCount() === 0 || !canRetry() || (await isSpent()) || !(await probeShop())) return;
    await enqueue(
      () => api.fetchCart(retryTimeout()),
      () => undefined,
    );
  };
  catchUpRun ??= sent().finally(() => {
    catchUpRun = null;
  });
  return catchUpRun;
}

/** Resolves when all requested changes have been answered. */
export const settled = (): Promise<unknown> => queue;

/** Whether a page shows the cart itself. */
export const showsCart = (path: string): boolean => /^\/(cart|checkout)\//.test(path);

/** Adopts a cart that came with a page (together with the page's nonce) or with an error. */
export function adoptCart(cart: Cart, nonce?: string): void {
  if (nonce) storeNonce(nonce);
  setCartState({ cart, ...removalsIn(cart) });
}

/** Adopts the cart that a page contains; pages without a cart leave the state as it is. */
export function adoptPage({ page }: PageData): void {
  if (page.kind === "cart" || page.kind === "checkout") adoptCart(page.cart, page.store_nonce);
}

/** Fetches the cart. */
export const refreshCart = () => enqueue(api.fetchCart);

/** Dispatches a cart event on the body for third-party scripts, under the name that they know. */
export function dispatchCartEvent(name: string, detail?: unknown): void {
  document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/** Runs a change of the whole cart (coupon, address, shipping rate). */
export async function changeCart(
  change: () => Promise<Cart>,
  onError?: (error: CartError) => void,
  expected?: CartChange,
): Promise<Cart | null> {
  setCartState({ pending: state.pending + 1 });
  const cart = await enqueue(change, onError, expected);
  setCartState({ pending: state.pending - 1 });
  return cart;
}

export function setDrawer(open: boolean): void {
  if (open) setCartState({ drawerOpen: true });
  // The messages that the drawer showed are cleared with it.
  else if (state.drawerOpen) setCartState({ drawerOpen: false, error: null, announcement: null });
}

/** Closes the drawer but preserves its messages, which the page then shows. */
export function leaveDrawer(): void {
  if (state.drawerOpen) setCartState({ drawerOpen: false });
}

/** Called when another page is shown: clears an error unless it belongs to that page, and all notices. */
export function leaveCartError(path: string): void {
  if (state.notices.length > 0) setCartState({ notices: [] });
  if (state.lost.texts.length > 0 && state.lost.path !== path) setCartState({ lost: NO_REMOVALS });
  if (state.error && state.error.shownAt !== path) setCartState({ error: null });
}

export function dismissCartError(): void {
  setCartState({ error: null });
}
