import { pageOf } from "../../../tests/fixture.tsx";
import { type Call, serve } from "../../../tests/server.ts";
import { storeNonce } from "../../api/storeApi.ts";
import {
  addByButton,
  addToCart,
  cartState,
  leaveCartError,
  leaveDrawer,
  refreshCart,
  removeLine,
  setDrawer,
  undoRemove,
} from "./cartStore.ts";

const cart = pageOf("cart", "cart").cart;
const item = (id: number) => ({ id, quantity: 1, variation: [] });
const writes = (calls: Call[]) => calls.filter((call) => call.method === "POST");

test("adds run one at a time in the order of the clicks", async () => {
  const running: number[] = [];
  let most = 0;
  const calls = serve(async (call) => {
    running.push(1);
    most = Math.max(most, running.length);
    await new Promise((done) => setTimeout(done, 5));
    running.pop();
    return { body: cart, headers: { Nonce: "n" }, status: call.method === "POST" ? 201 : 200 };
  });
  await Promise.all([
    addToCart(item(1), "Uno", "a"),
    addToCart(item(2), "Due", "b"),
    addToCart(item(3), "Tre", "c"),
  ]);
  expect(most).toBe(1);
  expect(writes(calls).map((call) => (call.body as { id: number }).id)).toEqual([1, 2, 3]);
  expect(cartState().adds).toMatchObject({ a: "added", b: "added", c: "added" });
});

test("a drawer that cannot be shown loses none of its messages", async () => {
  setDrawer(true);
  serve(() => ({ status: 400, body: { code: "x", message: "«Uno» è esaurito." } }));
  await addToCart(item(1), "Uno", "a");
  expect(cartState()).toMatchObject({ drawerOpen: true, error: { message: "«Uno» è esaurito." } });
  leaveDrawer();
  expect(cartState()).toMatchObject({ drawerOpen: false, error: { message: "«Uno» è esaurito." } });
});

test("the drawer opens after the last of several adds", async () => {
  setDrawer(false);
  serve(() => ({ body: cart, headers: { Nonce: "n" } }));
  const first = addToCart(item(1), "Uno", "a");
  const second = addToCart(item(2), "Due", "b");
  await first;
  expect(cartState().drawerOpen).toBe(false);
  await second;
  expect(cartState().drawerOpen).toBe(true);
});

test("a refused nonce is renewed and the request sent once more", async () => {
  storeNonce("stale");
  let refusals = 0;
  const calls = serve((call) => {
    if (call.method === "GET") return { body: cart, headers: { Nonce: "fresh" } };
    if (call.headers.get("Nonce") !== "fresh") {
      refusals += 1;
      return {
        status: 403,
        body: { code: "woocommerce_rest_invalid_nonce", message: "", data: { status: 403 } },
      };
    }
    return { body: cart };
  });
  expect(await addToCart(item(1), "Uno", "a")).toBe(true);
  expect(refusals).toBe(1);
  expect(calls.map((call) => call.method)).toEqual(["POST", "GET", "POST"]);
});

test("a nonce that stays refused is an error, without endless retries", async () => {
  const calls = serve((call) =>
    call.method === "GET"
      ? { body: cart, headers: { Nonce: "stale" } }
      : {
          status: 403,
          body: { code: "woocommerce_rest_invalid_nonce", message: "No", data: { status: 403 } },
        },
  );
  expect(await addToCart(item(1), "Uno", "a")).toBe(false);
  expect(writes(calls)).toHaveLength(2);
  expect(cartState().error?.message).toBe("No");
});

test("a refused add leaves the button idle and shows why", async () => {
  serve(() => ({
    status: 400,
    body: { code: "woocommerce_rest_product_out_of_stock", message: "Esaurito", data: { status: 400 } },
  }));
  expect(await addToCart(item(1), "Uno", "a")).toBe(false);
  expect(cartState().adds.a).toBeUndefined();
  expect(cartState().error).toEqual({ code: "woocommerce_rest_product_out_of_stock", message: "Esaurito" });
});

test("a conflict returns the current cart", async () => {
  const now = { ...cart, items_count: 99 };
  serve(() => ({
    status: 409,
    body: { code: "woocommerce_rest_cart_invalid_key", message: "", data: { cart: now } },
  }));
  await removeLine("gone", "Uno", "/cart/");
  expect(cartState().cart?.items_count).toBe(99);
  expect(cartState().busyKeys.size).toBe(0);
});

test("a failed connection is an error, never an exception", async () => {
  globalThis.fetch = (() => Promise.reject(new TypeError("offline"))) as typeof fetch;
  expect(await addToCart(item(1), "Uno", "a")).toBe(false);
  expect(cartState().error?.code).toBe("network");
});

test("a button that is loading sends no second request", async () => {
  const calls = serve(() => ({ body: cart, status: 201, headers: { Nonce: "n" } }));
  const first = addToCart(item(1), "Uno", "a");
  expect(await addToCart(item(1), "Uno", "a")).toBe(false);
  expect(await first).toBe(true);
  expect(writes(calls)).toHaveLength(1);
});

test("every data attribute of a button is sent on the classic call", async () => {
  let sent = "";
  globalThis.fetch = (async (path: string, init: RequestInit) => {
    sent = `${path} ${String(init.body)}`;
    return new Response(JSON.stringify({ fragments: {}, cart_hash: "x", cart }));
  }) as typeof fetch;
  const data = { product_id: "7", product_sku: "a b", quantity: "2", own: "x" };
  expect(await addByButton(data, "Uno", "card-7")).toBe(true);
  expect(sent).toBe("/?wc-ajax=add_to_cart product_id=7&product_sku=a+b&quantity=2&own=x");
  expect(cartState().viewLinks.has("card-7")).toBe(true);
});

test("a refused add of a list leads to the product and keeps the message", async () => {
  const body = { error: true, product_url: "http://localhost/prodotto/x/", message: "Esaurito" };
  globalThis.fetch = (async () => new Response(JSON.stringify(body))) as typeof fetch;
  const removed: string[] = [];
  const take = (event: Event) => {
    removed.push((event as CustomEvent<string>).detail);
    event.preventDefault();
  };
  window.addEventListener("bottega:go", take);
  expect(await addByButton({ product_id: "7" }, "Uno", "card-8")).toBe(false);
  window.removeEventListener("bottega:go", take);
  expect(removed).toEqual(["http://localhost/prodotto/x/"]);
  expect(cartState().error?.message).toBe("Esaurito");
  expect(cartState().adds["card-8"]).toBeUndefined();
});

test("a removed line is restored by its key, once", async () => {
  const calls = serve(() => ({ body: cart, headers: { Nonce: "n" } }));
  await removeLine("k", "Uno", "/cart/");
  expect(cartState().removed).toEqual({ key: "k", name: "Uno" });
  await undoRemove();
  await undoRemove();
  expect(writes(calls).map(({ path, body }) => [path.split("/").at(-1), body])).toEqual([
    ["remove-item", { key: "k" }],
    ["restore-item", { key: "k" }],
  ]);
});

test("a removal from the cart is reported by one response and shown until its page is left", async () => {
  const removed = {
    code: "woocommerce_rest_cart_coupon_error",
    message: "Il credito è di un altro indirizzo.",
  };
  const lowered = { code: "quantity_lowered", message: "Abbiamo ridotto la quantità." };
  const answers = [{ ...cart, errors: [removed, lowered] }, cart];
  serve(() => ({ body: answers.shift(), headers: { Nonce: "n" } }));
  await refreshCart();
  await refreshCart();
  leaveCartError(window.location.pathname);
  expect(cartState().lost.texts).toEqual([removed.message, lowered.message]);
  leaveCartError("/altrove/");
  expect(cartState().lost.texts).toEqual([]);
});

test("scripts are notified of a removed line, but not of one that stayed", async () => {
  const details: unknown[] = [];
  const onEvent = (event: Event) => details.push((event as CustomEvent).detail);
  document.body.addEventListener("removed_from_cart", onEvent);
  serve(() => ({ status: 409, body: { code: "x", message: "", data: { cart } } }));
  await removeLine("stays", "Uno", "/cart/");
  serve(() => ({ body: cart, headers: { Nonce: "n" } }));
  await removeLine("a-key", "Uno", "/cart/");
  expect(details).toEqual([{ cart_item_key: "a-key" }]);
  document.body.removeEventListener("removed_from_cart", onEvent);
});
