// What the wallets sell on the cart page and in the checkout follows the cart. The calls end at the edge of the network.
import { act, renderHook } from "@testing-library/react";
import { expressShop } from "../../../tests/expressShop.ts";
import { answers, shopPage } from "../../../tests/page.tsx";
import { adoptCart } from "../../context/cart/cartStore.ts";
import type { ExpressSettings } from "../../core/types.ts";
import { expressCalls, fetchSettings } from "./calls.ts";
import { useCartPlace } from "./useCartPlace.ts";

const { two } = answers("carts");
const one = shopPage<"cart">("cart").page.cart;
const detailsOf = (amount: number) => {
  const { details } = answers("express");
  return {
    ...details,
    order_data: { ...details.order_data, total: { ...details.order_data.total, amount } },
  };
};

type Own = Parameters<typeof expressShop>[1];

/** A place that has seen its page's cart; `change` brings another one, `order` begins or ends the sending of an order. */
function place(own: Own) {
  const { page } = shopPage<"cart">("cart");
  const { of } = expressShop(page, own);
  const settings = { ...page.express, nonce: answers("express").session.nonce } as ExpressSettings;
  const calls = expressCalls(settings, "it", () =>
    fetchSettings(settings.ajax_url, { place: "checkout" }, "it"),
  );
  const tools = { settings, calls } as Parameters<typeof useCartPlace>[0];
  adoptCart(one);
  const { result, rerender } = renderHook(({ ordering }) => useCartPlace(tools, ordering), {
    initialProps: { ordering: false },
  });
  const rest = () => act(async () => new Promise((done) => setTimeout(done)));
  return {
    result,
    asked: () => of("get_cart_details").length,
    renewed: () => of("get_express_settings").length,
    rest,
    change: async (cart: typeof one) => {
      act(() => adoptCart(cart));
      await rest();
    },
    order: async (ordering: boolean) => {
      rerender({ ordering });
      await rest();
    },
  };
}

const details = (answer: () => { status?: number; body: unknown } | Promise<{ body: unknown }>): Own => {
  return (_, action) => (action === "get_cart_details" ? answer() : null);
};

test("another cart is asked about once, and its total is the wallet's", async () => {
  const { result, asked, change } = place(details(() => ({ body: detailsOf(3_900) })));
  expect(asked()).toBe(0);
  await change(two);
  expect(asked()).toBe(1);
  expect(result.current).toMatchObject({ pending: false, offer: { total: { amount: 3_900 } } });
});

test("nothing is asked while an order is sent, and the cart's news afterwards", async () => {
  const { result, asked, change, order } = place(details(() => ({ body: detailsOf(3_900) })));
  await order(true);
  await change(two);
  expect(asked()).toBe(0);
  expect(result.current.pending).toBe(true);
  await order(false);
  expect(asked()).toBe(1);
  expect(result.current).toMatchObject({ pending: false, offer: { total: { amount: 3_900 } } });
});

test("what was being asked as an order went off is given up, and asked again once the order was refused", async () => {
  const answered: ((amount: number) => void)[] = [];
  const waits = () =>
    new Promise<{ body: unknown }>((done) => answered.push((amount) => done({ body: detailsOf(amount) })));
  const { result, asked, change, order, rest } = place(details(waits));
  const { amount } = result.current.offer.total;
  await change(two);
  await order(true);
  answered[0]?.(1);
  await rest();
  expect(result.current.offer.total.amount).toBe(amount);
  await order(false);
  expect(asked()).toBe(2);
  answered[1]?.(3_900);
  await rest();
  expect(result.current.offer.total.amount).toBe(3_900);
});

test("a cart that is again what it was before needs no answer any more", async () => {
  const { result, asked, change } = place(details(() => new Promise(() => {})));
  const { offer } = result.current;
  await change(two);
  expect(result.current.pending).toBe(true);
  await change(one);
  expect(asked()).toBe(1);
  expect(result.current).toMatchObject({ pending: false, offer });
});

test("a nonce that holds no longer is read anew, once", async () => {
  let refused = 0;
  const own: Own = (_, action) => {
    if (action !== "get_cart_details") return null;
    refused += 1;
    return refused === 1 ? { status: 403, body: "-1" } : { body: detailsOf(3_900) };
  };
  const { result, asked, renewed, change } = place(own);
  await change(two);
  expect([asked(), renewed()]).toEqual([2, 1]);
  expect(result.current.offer.total.amount).toBe(3_900);
});

test("where there are no buttons any more, a refused call is not made a second time", async () => {
  const own: Own = (_, action) => {
    if (action === "get_express_settings") return { body: null };
    return action === "get_cart_details" ? { status: 403, body: "-1" } : null;
  };
  const { result, asked, renewed, change } = place(own);
  const { offer } = result.current;
  await change(two);
  expect([asked(), renewed()]).toEqual([1, 1]);
  expect(result.current).toMatchObject({ pending: false, offer });
});
