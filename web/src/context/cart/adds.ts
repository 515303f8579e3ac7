// Add buttons: idle, loading, added. The core decides which request is sent when; this module sends it.

import { type AddResponse, addByData, addCallOf } from "../../api/ajaxCart.ts";
import * as api from "../../api/cart.ts";
import { StoreApiError } from "../../api/storeApi.ts";
import { barePath, currentPath } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { AddQueue, AddQueueEvent, Cart } from "../../core/types.ts";
import { go } from "../go.ts";
import {
  type AddState,
  type CartError,
  cartHash,
  cartState,
  dispatchCartEvent,
  enqueue,
  type FieldError,
  setCartState,
  tracked,
} from "./cartState.ts";
import { sendOrWait, WAITS } from "./waiting.ts";

interface AddRequest {
  name: string;
  send: () => Promise<Cart>;
  /** Called if nothing was added; if omitted, the error is shown in the drawer. */
  onError?: (error: CartError) => void;
  resolve: (isAdded: boolean) => void;
  /** The button itself, for scripts that show something beside it. */
  element: Element | null;
  /** Page fragments of the response, by selector. */
  fragments: () => Record<string, string>;
}

let queue: AddQueue = { waiting: [], added: [] };
const requests = new Map<string, AddRequest>();

/**
 * Adds a product; resolves to whether it was added. `button` is the key of the add button that shows the progress. Invalid
 * choices are passed to `onFieldErrors`, where they were made; any other error is shown in the drawer.
 */
export function addToCart(
  item: api.AddItem,
  name: string,
  button: string,
  onFieldErrors?: (fields: FieldError[]) => void,
): Promise<boolean> {
  const onError = (error: CartError) => {
    if (onFieldErrors && error.fields && error.fields.length > 0) onFieldErrors(error.fields);
    else setCartState({ error, drawerOpen: true });
  };
  const call = api.addCall(item);
  return startRequest(button, name, () => sendOrWait(call), onFieldErrors && onError);
}

/**
 * Adds several products with one button, one after the other. The first refusal ends the series; what was added before stays in
 * the cart. Without a connection all of them wait.
 */
export function addAllToCart(items: api.AddItem[], name: string, button: string): Promise<boolean> {
  const send = async () => {
    let cart: Cart | null = null;
    let waits: unknown = null;
    try {
      for (const item of items) {
        try {
          cart = await sendOrWait(api.addCall(item));
        } catch (error) {
          if (!(error instanceof StoreApiError && error.code === WAITS)) throw error;
          waits = error;
        }
      }
      if (waits) throw waits;
    } catch (error) {
      if (cart) setCartState({ cart });
      throw error;
    }
    return cart ?? api.fetchCart();
  };
  return startRequest(button, name, send);
}

/** Adds the product in a button's data attributes, with the classic call. A refusal leads to the product's page. */
export function addByButton(
  data: Record<string, string>,
  name: string,
  button: string,
  element: Element | null = null,
): Promise<boolean> {
  let answer: AddResponse = {};
  dispatchCartEvent("adding_to_cart", data);
  const send = async () => {
    const call = addCallOf(data);
    answer = await sendOrWait(call, () => addByData(data, call.name));
    if (answer.cart) return answer.cart;
    throw new StoreApiError("refused", answer.message ?? "", 200, {});
  };
  const onError = (error: CartError) => {
    const url = answer.product_url || "";
    const next = core().afterAdd({ error: answer.error ?? false, product_url: url }, context());
    if (next.kind === "go" && next.url && answer.error) {
      // The message is shown on the product page, which explains it.
      const { pathname } = new URL(next.url, window.location.href);
      const shownAt = barePath(pathname) ?? pathname;
      setCartState({ error: { ...error, shownAt } });
      go(next.url);
    } else {
      setCartState({ error, drawerOpen: true });
    }
  };
  return startRequest(button, name, send, onError, { element, fragments: () => answer.fragments ?? {} });
}

const context = () => ({
  on_cart_page: currentPath().startsWith("/cart/"),
  redirect: false,
  cart_url: "/cart/",
});

function startRequest(
  button: string,
  name: string,
  send: () => Promise<Cart>,
  onError?: (error: CartError) => void,
  feedback: Pick<AddRequest, "element" | "fragments"> = {
    element: document.activeElement,
    fragments: () => ({}),
  },
): Promise<boolean> {
  // A button that is loading ignores clicks.
  if (requests.has(button)) return Promise.resolve(false);
  return new Promise((resolve) => {
    requests.set(button, { name, send, onError, resolve, ...feedback });
    setCartState({ error: null });
    advanceQueue({ click: button });
  });
}

/** Advances the queue; sends the request that the next step names. */
function advanceQueue(event: AddQueueEvent): void {
  const step = core().addQueueStep(queue, event);
  queue = step.queue as AddQueue;
  const toEntries = (names: string[], state: AddState) => names.map((name) => [name, state] as const);
  setCartState({
    adds: Object.fromEntries([...toEntries(queue.added, "added"), ...toEntries(queue.waiting, "loading")]),
  });
  if (step.send !== null) void run(step.send);
}

async function run(button: string): Promise<void> {
  const request = requests.get(button);
  if (!request) return;
  let waits = false;
  const onError = (error: CartError) => {
    if (error.code === WAITS) waits = true;
    else if (request.onError) request.onError(error);
    // The drawer shows the error together with what is already in the cart.
    else setCartState({ error, drawerOpen: true });
  };
  const cart = await enqueue(tracked(request.send), onError);
  requests.delete(button);
  if (cart) showAdded(button, request);
  if (waits) setCartState({ announcement: { kind: "waits", name: request.name } });
  advanceQueue({ answered: cart !== null });
  // The drawer opens once, after the last of several quick adds: opening in between would move the buttons away from the pointer.
  if (cart && queue.waiting.length === 0) setCartState({ drawerOpen: true });
  request.resolve(cart !== null);
}

function showAdded(button: string, { name, element, fragments }: AddRequest): void {
  const next = core().afterAdd({ error: false, product_url: "" }, context());
  const viewLinks = new Set(cartState().viewLinks);
  if (next.kind === "replace" && next.view_cart_link) viewLinks.add(button);
  setCartState({ viewLinks, announcement: { kind: "added", name } });
  dispatchCartEvent("added_to_cart", { fragments: fragments(), cart_hash: cartHash(), button: element });
}
