// The cart kept by the browser between pages: a page that comes from a cache shows the right number at once. The core says
// how long it may be shown.

import * as api from "../../api/cart.ts";
import { core } from "../../core/core.ts";
import type { AddressView, Cart } from "../../core/types.ts";
import { endOrdering } from "../ordering.ts";
import {
  adoptCart,
  cartHash,
  cartState,
  catchUp,
  enqueue,
  noteForm,
  setCartState,
  showWaiting,
  subscribeCart,
  tellPage,
} from "./cartState.ts";
import { GIVEN_UP, tidyWaiting, tryAtOnce, WAITING } from "./waiting.ts";

const KEPT = "bottega_cart";
/** In local storage, which tells other tabs of a change. */
const HASH = "bottega_cart_hash";

interface Kept {
  cart_hash: string;
  made_at_ms: number;
  cart: Cart;
}

/** Storage may be forbidden or full: then nothing is kept. */
function quietly<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

const nobody = (address: AddressView): AddressView => ({
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

/** What is kept is for showing the cart beside a page: no address lies about in the browser. */
function withoutAddresses(cart: Cart): Cart {
  return {
    ...cart,
    pricing: undefined,
    billing_address: nobody(cart.billing_address),
    shipping_address: nobody(cart.shipping_address),
    shipping_rates: [],
  };
}

function keep(cart: Cart): void {
  const cart_hash = cartHash();
  const kept: Kept = { cart_hash, made_at_ms: Date.now(), cart: withoutAddresses(cart) };
  quietly(() => sessionStorage.setItem(KEPT, JSON.stringify(kept)));
  quietly(() => {
    if (localStorage.getItem(HASH) !== cart_hash) localStorage.setItem(HASH, cart_hash);
  });
}

function read(): Kept | null {
  return quietly(() => JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Kept | null);
}

/** Asks for the cart; given up after a while. A failure changes nothing that is shown and fires an event. */
async function refresh(): Promise<void> {
  const limit = AbortSignal.timeout(core().cartTimings().fragments_timeout_ms);
  const cart = await enqueue(
    () => api.readCart(limit),
    () => tellPage("wc_fragments_ajax_error"),
  );
  if (cart) tellPage("wc_fragments_refreshed");
}

/** Shows the kept cart, or asks for it; from then on keeps every cart, and follows other tabs. */
export function startKeptCart(): void {
  const hash = cartHash();
  const kept = read();
  if (!cartState().cart) {
    if (kept?.cart && core().fragmentsUsable(kept, hash, Date.now())) {
      if (hash) adoptCart(kept.cart);
      tellPage("wc_fragments_loaded");
    } else if (hash) {
      void refresh();
    }
  }
  let last = cartState().answered;
  if (last && last !== kept?.cart) keep(last);
  subscribeCart(() => {
    const { answered: cart } = cartState();
    if (!cart || cart === last) return;
    last = cart;
    keep(cart);
  });
  window.addEventListener("storage", (event) => {
    if (event.key === HASH && event.newValue !== read()?.cart_hash) void refresh();
    if (event.key === WAITING) showWaiting();
  });
  // A page that the browser kept aside shows the cart of that time.
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

/** How often what waits is tried again while the browser holds that there is a connection: it may not know. */
const TRIED_EVERY_MS = 5_000;

/** Sends what waits for a connection: now, once there is one, and now and then. */
function followConnection(): void {
  if (tidyWaiting()) setCartState({ error: { code: GIVEN_UP, message: "" } });
  showWaiting();
  const send = () => {
    if (navigator.onLine) void catchUp();
  };
  send();
  window.addEventListener("online", () => {
    tryAtOnce();
    send();
  });
  setInterval(send, TRIED_EVERY_MS);
}
