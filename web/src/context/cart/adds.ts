// Add buttons: idle, loading, added. The core says which request goes out when; here they are sent.

import { type AddAnswer, addByData, addCallOf } from "../../api/ajaxCart.ts";
import * as api from "../../api/cart.ts";
import { StoreApiError } from "../../api/storeApi.ts";
import { barePath, currentPath } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { AddQueue, AddQueueEvent, Cart } from "../../core/types.ts";
import { go } from "../go.ts";
import {
  type AddState,
  cartHash,
  cartState,
  enqueue,
  noted,
  type Refusal,
  type RefusedField,
  setCartState,
  tellPage,
} from "./cartState.ts";
import { sendOrWait, WAITS } from "./waiting.ts";

interface Order {
  name: string;
  send: () => Promise<Cart>;
  /** Told when nothing was added; without it the refusal is shown in the drawer. */
  refused?: (refusal: Refusal) => void;
  done: (added: boolean) => void;
  /** The button itself, for scripts that show something beside it. */
  element: Element | null;
  /** Parts of the page that the answer brought, by their selectors. */
  fragments: () => Record<string, string>;
}

let queue: AddQueue = { waiting: [], added: [] };
const orders = new Map<string, Order>();

/** Adds a product; `button` is the key of the add button that shows how it goes. Whether it was added. Refused choices are told
 * by `refuse`, where they were made; any other refusal in the drawer. */
export function addToCart(
  item: api.AddItem,
  name: string,
  button: string,
  refuse?: (fields: RefusedField[]) => void,
): Promise<boolean> {
  const refused = (refusal: Refusal) => {
    if (refuse && refusal.fields && refusal.fields.length > 0) refuse(refusal.fields);
    else setCartState({ error: refusal, drawerOpen: true });
  };
  const call = api.addCall(item);
  return ask(button, name, () => sendOrWait(call), refuse && refused);
}

/** Adds several products by one button, one after the other. A refused one ends the row; what was added before it stays, and the
 * cart shows it. Without a connection all of them wait. */
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
    return cart ?? api.readCart();
  };
  return ask(button, name, send);
}

/** Adds what the data attributes of a button say, by the classic call. A refusal leads to the product's page. */
export function addByButton(
  data: Record<string, string>,
  name: string,
  button: string,
  element: Element | null = null,
): Promise<boolean> {
  let answer: AddAnswer = {};
  tellPage("adding_to_cart", data);
  const send = async () => {
    const call = addCallOf(data);
    answer = await sendOrWait(call, () => addByData(data, call.name));
    if (answer.cart) return answer.cart;
    throw new StoreApiError("refused", answer.message ?? "", 200, {});
  };
  const refused = (refusal: Refusal) => {
    const url = answer.product_url || "";
    const next = core().afterAdd({ error: answer.error ?? false, product_url: url }, context());
    if (next.kind === "go" && next.url && answer.error) {
      // The message stands on the page that explains it.
      const { pathname } = new URL(next.url, window.location.href);
      const toldAt = barePath(pathname) ?? pathname;
      setCartState({ error: { ...refusal, toldAt } });
      go(next.url);
    } else {
      setCartState({ error: refusal, drawerOpen: true });
    }
  };
  return ask(button, name, send, refused, { element, fragments: () => answer.fragments ?? {} });
}

const context = () => ({
  on_cart_page: currentPath().startsWith("/cart/"),
  redirect: false,
  cart_url: "/cart/",
});

function ask(
  button: string,
  name: string,
  send: () => Promise<Cart>,
  refused?: (refusal: Refusal) => void,
  told: Pick<Order, "element" | "fragments"> = { element: document.activeElement, fragments: () => ({}) },
): Promise<boolean> {
  // A button that is loading is not asked twice.
  if (orders.has(button)) return Promise.resolve(false);
  return new Promise((done) => {
    orders.set(button, { name, send, refused, done, ...told });
    setCartState({ error: null });
    take({ click: button });
  });
}

/** The queue's next step; sends the request that it names. */
function take(event: AddQueueEvent): void {
  const step = core().addQueueStep(queue, event);
  queue = step.queue as AddQueue;
  const of = (names: string[], state: AddState) => names.map((name) => [name, state] as const);
  setCartState({ adds: Object.fromEntries([...of(queue.added, "added"), ...of(queue.waiting, "loading")]) });
  if (step.send !== null) void run(step.send);
}

async function run(button: string): Promise<void> {
  const order = orders.get(button);
  if (!order) return;
  let waits = false;
  const refused = (refusal: Refusal) => {
    if (refusal.code === WAITS) waits = true;
    else if (order.refused) order.refused(refusal);
    // The refusal is told in the drawer, where the shopper sees what is already in the cart.
    else setCartState({ error: refusal, drawerOpen: true });
  };
  const cart = await enqueue(noted(order.send), refused);
  orders.delete(button);
  if (cart) added(button, order);
  if (waits) setCartState({ announcement: { kind: "waits", name: order.name } });
  take({ answered: cart !== null });
  // Opened once, after the last of several quick adds: a drawer in between would take the pointer away.
  if (cart && queue.waiting.length === 0) setCartState({ drawerOpen: true });
  order.done(cart !== null);
}

function added(button: string, { name, element, fragments }: Order): void {
  const next = core().afterAdd({ error: false, product_url: "" }, context());
  const viewLinks = new Set(cartState().viewLinks);
  if (next.kind === "replace" && next.view_cart_link) viewLinks.add(button);
  setCartState({ viewLinks, announcement: { kind: "added", name } });
  tellPage("added_to_cart", { fragments: fragments(), cart_hash: cartHash(), button: element });
}
