// The cart in the browser: one store for the header, the drawer, the cart page and the checkout. Changes run one at a
// time in the order in which they were asked for, so that the last answer is always the newest cart.

import * as api from "../../api/cart.ts";
import { adoptNonce, StoreApiError } from "../../api/storeApi.ts";
import { currentPath } from "../../core/address.ts";
import type { Cart, CartChange, Notice, PageData } from "../../core/types.ts";
import { note } from "../analytics/notes.ts";
import { isSpent } from "../ordering.ts";
import { mayTry, sendWaiting, shopAnswers, tryLimit, WAITS, waitingCount } from "./waiting.ts";

/** A refused field of a form, with its sentence. */
export interface RefusedField {
  field: string;
  message: string;
}

/** How the add button of a product stands. */
export type AddState = "loading" | "added";

/** Everything the cart's views show. */
export interface CartState {
  /** With the changes under way, as far as the page can price them; `null` until it was read. */
  cart: Cart | null;
  /** As the server answered last. */
  answered: Cart | null;
  /** Lines with a change under way. */
  busyKeys: ReadonlySet<string>;
  /** Other changes under way (coupons, addresses). */
  pending: number;
  /** Add buttons by their key; a button that is not here is idle. */
  adds: Readonly<Record<string, AddState>>;
  /** Add buttons with a link to the cart beside them. */
  viewLinks: ReadonlySet<string>;
  /** The line removed last, while it can be put back. */
  removed: { key: string; name: string } | null;
  /** The drawer is open. */
  drawerOpen: boolean;
  /** Refusal of the last change, in words; `network` when no answer came. It is told on the page where it happened, or on
   * the one at the path `toldAt`. */
  error: { code: string; message: string; toldAt?: string; fields?: RefusedField[] } | null;
  /** What was taken off the cart and why: an answer reports it once, and it stays until its page is left or another code is
   * applied. */
  lost: { texts: string[]; path: string };
  /** What came of the last coupon, for the top of the page. */
  notices: Notice[];
  /** The last success, for screen readers. */
  announcement: { kind: "added" | "removed" | "restored" | "updated" | "waits"; name: string } | null;
  /** Changes that wait for a connection. */
  waiting: number;
}

const NOTHING_LOST = { texts: [], path: "" };

export const initialCartState: CartState = {
  cart: null,
  answered: null,
  busyKeys: new Set(),
  pending: 0,
  adds: {},
  viewLinks: new Set(),
  removed: null,
  drawerOpen: false,
  error: null,
  lost: NOTHING_LOST,
  notices: [],
  announcement: null,
  waiting: 0,
};

let state = initialCartState;
let queue: Promise<unknown> = Promise.resolve();
/** What counts changes out that wait for a connection. */
const held: ((answer: Cart | null) => void)[] = [];
const listeners = new Set<() => void>();

/** Prices changes before the server has answered. */
export interface Foresight {
  /** Counts a change in; what is returned counts it out when its answer is there, or none. */
  begin: (change: CartChange) => (answer: Cart | null) => void;
  /** Counts a change in, in the place of another planned under its name, until one like it begins; `null`: none any more. */
  plan: (name: string, change: CartChange | null) => void;
  /** An answered cart with the changes that count. */
  shown: (answered: Cart) => Cart;
}

let foresight: Foresight | null = null;

/** From now on, changes show what they come to. */
export function setForesight(loaded: Foresight): void {
  foresight = loaded;
}

/** Shows what a change comes to that is not sent yet. */
export function plan(name: string, change: CartChange | null): void {
  foresight?.plan(name, change);
  setCartState({});
}

/** Changes what the views show; a `cart` is one that the server answered. For the modules of this folder. */
export function setCartState({ cart: answered = state.answered, ...change }: Partial<CartState>): void {
  const cart = answered && foresight ? foresight.shown(answered) : answered;
  state = { ...state, ...change, answered, cart };
  for (const listener of listeners) listener();
}

export function subscribeCart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const cartState = (): CartState => state;

/** Why a change was not made. */
export type Refusal = NonNullable<CartState["error"]>;

/** Errors that an answer reports once: what was taken off the cart, and lines with fewer pieces. */
const REPORTED_ONCE: ReadonlySet<string> = new Set([
  "woocommerce_rest_cart_coupon_error",
  "quantity_lowered",
  "line_removed",
  "choices_changed",
  "trade_offer_gone",
]);

function lostIn(cart: Cart): Partial<CartState> {
  const texts = cart.errors.filter(({ code }) => REPORTED_ONCE.has(code)).map(({ message }) => message);
  return texts.length > 0 ? { lost: { texts, path: currentPath() } } : {};
}

function refusalOf({ code, message, data }: StoreApiError): Refusal {
  const { fields } = data as { fields?: RefusedField[] };
  return { code, message, ...(fields && { fields }) };
}

/** The cart's hash, from the cookie that the server writes for scripts; empty: an empty cart. */
export function cartHash(): string {
  return /(?:^|; )woocommerce_cart_hash=([^;]*)/.exec(document.cookie)?.[1] ?? "";
}

/** The cart as far as it is known; `null`: it is empty, `undefined`: it could not be read. */
const knownCart = (): Cart | null | undefined => state.answered ?? (cartHash() ? undefined : null);

/** Tells analytics what went in and out. */
function noteChange(before: Cart | null | undefined, after: Cart): void {
  // Of a cart that is not known it cannot be said what is new in it.
  if (before !== undefined) note({ kind: "cart", before, after });
}

/** Tells analytics that a form is sent which the server takes, and may change the cart by. */
export function noteForm(): void {
  const before = knownCart();
  if (before !== undefined) note({ kind: "form_sent", before });
}

/** Sends what waits for a connection, where there is one again; gives what of it was refused. */
async function sendKept(): Promise<StoreApiError | null> {
  const sends = waitingCount() > 0 && navigator.onLine && mayTry();
  let before = knownCart();
  const told = (after: Cart) => {
    noteChange(before, after);
    before = after;
  };
  const refused = sends ? await sendWaiting(told) : null;
  showWaiting();
  return refused;
}

/** Shows how many changes wait; those that another tab has sent wait here no more. */
export function showWaiting(): void {
  const waiting = waitingCount();
  if (waiting === state.waiting && (waiting > 0 || held.length === 0)) return;
  if (waiting === 0) for (const ends of held.splice(0)) ends(null);
  setCartState({ waiting });
}

/** Puts a change behind those already asked for; its answer becomes the cart. While the cart is ordered it waits, and of a cart that is
 * ordered it is dropped: then there is no answer, and nothing is told. A refusal is told by all views of the cart, or
 * by whom asked for it to be handed over. What `foreseen` comes to is shown at once. */
export function enqueue(
  change: () => Promise<Cart>,
  refused?: (refusal: Refusal) => void,
  foreseen?: CartChange,
): Promise<Cart | null> {
  const ends = foreseen && foresight?.begin(foreseen);
  if (ends) setCartState({});
  const run = queue.then(async () => {
    if (await isSpent()) {
      ends?.(null);
      return null;
    }
    const before = await sendKept();
    try {
      const cart = await change();
      ends?.(cart);
      setCartState({ cart, error: before && refusalOf(before), ...lostIn(cart) });
      return cart;
    } catch (error) {
      if (!(error instanceof StoreApiError)) {
        ends?.(null);
        throw error;
      }
      if (error.code === WAITS) {
        // What it comes to stays on the screen.
        if (ends) held.push(ends);
        setCartState({ error: before && refusalOf(before), waiting: waitingCount() });
        refused?.({ code: WAITS, message: "" });
        return null;
      }
      ends?.(null);
      const refusal = refusalOf(error);
      setCartState({
        cart: error.cart ?? state.answered,
        error: refused ? before && refusalOf(before) : refusal,
      });
      refused?.(refusal);
      return null;
    }
  });
  queue = run.catch(() => undefined);
  return run;
}

/** A change of the shopper's own, of which analytics hears what went in and out. */
export const noted = (change: () => Promise<Cart>) => async (): Promise<Cart> => {
  const before = knownCart();
  const after = await change();
  noteChange(before, after);
  return after;
};

let catching: Promise<void> | null = null;

/** Sends what waits for a connection, and shows what came of it. Nobody asked for it: that the cart cannot be read now is told by
 * nobody, and what the shopper does stands behind it only once the shop answers. */
export function catchUp(): Promise<void> {
  const sent = async () => {
    if (waitingCount() === 0 || !mayTry() || (await isSpent()) || !(await shopAnswers())) return;
    await enqueue(
      () => api.readCart(tryLimit()),
      () => undefined,
    );
  };
  catching ??= sent().finally(() => {
    catching = null;
  });
  return catching;
}

/** Ends when all changes that were asked for are answered. */
export const settled = (): Promise<unknown> => queue;

/** Whether a page shows the cart itself. */
export const showsCart = (path: string): boolean => /^\/(cart|checkout)\//.test(path);

/** Takes over the cart that came with a page (and then its nonce) or with a refusal. */
export function adoptCart(cart: Cart, nonce?: string): void {
  if (nonce) adoptNonce(nonce);
  setCartState({ cart, ...lostIn(cart) });
}

/** Takes over what a page brings along; pages without a cart leave it as it is. */
export function adoptPage({ page }: PageData): void {
  if (page.kind === "cart" || page.kind === "checkout") adoptCart(page.cart, page.store_nonce);
}

/** Reads the cart. */
export const refreshCart = () => enqueue(api.readCart);

/** Tells scripts of others what happened to the cart: an event of the page's body, under the name that they know. */
export function tellPage(name: string, detail?: unknown): void {
  document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail }));
}

/** Runs a change of the whole cart (coupon, address, shipping rate). */
export async function changeCart(
  change: () => Promise<Cart>,
  refused?: (refusal: Refusal) => void,
  foreseen?: CartChange,
): Promise<Cart | null> {
  setCartState({ pending: state.pending + 1 });
  const cart = await enqueue(change, refused, foreseen);
  setCartState({ pending: state.pending - 1 });
  return cart;
}

export function setDrawer(open: boolean): void {
  if (open) setCartState({ drawerOpen: true });
  // What it told goes with it.
  else if (state.drawerOpen) setCartState({ drawerOpen: false, error: null, announcement: null });
}

/** It could not be shown: what it would have told, the page tells. */
export function leaveDrawer(): void {
  if (state.drawerOpen) setCartState({ drawerOpen: false });
}

/** Another page is shown: a refusal stays only where it is to be told, and notices not at all. */
export function leaveCartError(path: string): void {
  if (state.notices.length > 0) setCartState({ notices: [] });
  if (state.lost.texts.length > 0 && state.lost.path !== path) setCartState({ lost: NOTHING_LOST });
  if (state.error && state.error.toldAt !== path) setCartState({ error: null });
}

export function dismissCartError(): void {
  setCartState({ error: null });
}
