// Caches the cart in the browser between pages, so that a cached page shows the right number at once. The core decides how long
// the cached cart may be shown.

import * as api from "../../api/cart.ts";
import { core } from "../../core/core.ts";
import type { AddressView, Cart } from "../../core/types.ts";
import { endOrdering } from "../ordering.ts";
import {
  adoptCart,
  cartHash,
  cartState,
  catchUp,
  dispatchCartEvent,
  enqueue,
  noteForm,
  setCartState,
  showWaiting,
  subscribeCart,
} from "./cartState.ts";
import { GIVEN_UP, pruneWaiting, retryNow, WAITING } from "./waiting.ts";

const STORAGE_KEY = "bottega_cart";
/** In local storage, which notifies other tabs of changes. */
const HASH_KEY = "bottega_cart_hash";

interface CachedCart {
  cart_hash: string;
  made_at_ms: number;
  cart: Cart;
}

/** Storage may be forbidden or full; then nothing is cached. */
function quietly<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

const blankAddress = (address: AddressView): AddressView => ({
  ...address,
  first_name: "",
  last_name: "",
  company: "",
  address_1: "",
  address_2: "",
  city: "",
  state: "",
  postcode: "",
  email: "",
  phone: "",
});

/** The cached cart is only displayed beside a page, so no addresses are left in the browser. */
function withoutAddresses(cart: Cart): Cart {
  return {
    ...cart,
    pricing: undefined,
    billing_address: blankAddress(cart.billing_address),
    shipping_address: blankAddress(cart.shipping_address),
    shipping_rates: [],
  };
}

function cacheCart(cart: Cart): void {
  const cart_hash = cartHash();
  const cached: CachedCart = { cart_hash, made_at_ms: Date.now(), cart: withoutAddresses(cart) };
  quietly(() => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(cached)));
  quietly(() => {
    if (localStorage.getItem(HASH_KEY) !== cart_hash) localStorage.setItem(HASH_KEY, cart_hash);
  });
}

function loadCachedCart(): CachedCart | null {
  return quietly(() => JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") as CachedCart | null);
}

/** Fetches the cart, with a time limit. A failure changes nothing on the page and dispatches an event. */
async function refresh(): Promise<void> {
  const limit = AbortSignal.timeout(core().cartTimings().fragments_timeout_ms);
  const cart = await enqueue(
    () => api.fetchCart(limit),
    () => dispatchCartEvent("wc_fragments_ajax_error"),
  );
  if (cart) dispatchCartEvent("wc_fragments_refreshed");
}

/** Shows the cached cart or fetches the cart; from then on caches every cart and follows other tabs. */
export function startCachedCart(): void {
  const hash = cartHash();
  const cached = loadCachedCart();
  if (!cartState().cart) {
    if (cached?.cart && core().fragmentsUsable(cached, hash, Date.now())) {
      if (hash) adoptCart(cached.cart);
      dispatchCartEvent("wc_fragments_loaded");
    } else if (hash) {
      void refresh();
    }
  }
  let last = cartState().confirmed;
  if (last && last !== cached?.cart) cacheCart(last);
  subscribeCart(() => {
    const { confirmed: cart } = cartState();
    if (!cart || cart === last) return;
    last = cart;
    cacheCart(cart);
  });
  window.addEventListener("storage", (event) => {
    if (event.key === HASH_KEY && event.newValue !== loadCachedCart()?.cart_hash) void refresh();
    if (event.key === WAITING) showWaiting();
  });
  // A page from the back/forward cache shows an outdated cart.
  window.addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    endOrdering();
    void refresh();
  });
  window.addEventListener("submit", ({ defaultPrevented, target }) => {
    if (!defaultPrevented && target instanceof HTMLFormElement && target.method === "post") noteForm();
  });
  document.body.addEventListener("wc_fragment_refresh", () => void refresh());
  followConnection();
}

/**
 * Retry interval for waiting changes. Retries run even if no `online` event fired, as the browser may not know that the
 * connection is back.
 */
const RETRY_INTERVAL_MS = 5_000;

/** Sends the changes that wait for a connection: now, when the browser goes online, and at intervals. */
function followConnection(): void {
  if (pruneWaiting()) setCartState({ error: { code: GIVEN_UP, message: "" } });
  showWaiting();
  const send = () => {
    if (navigator.onLine) void catchUp();
  };
  send();
  window.addEventListener("online", () => {
    retryNow();
    send();
  });
  setInterval(send, RETRY_INTERVAL_MS);
}
