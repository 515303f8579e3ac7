// On the cart page and in the checkout, what the wallets sell follows the cart. Only the network is faked.
import { act, renderHook } from "@testing-library/react";
import { expressShop } from "../../../tests/expressShop.ts";
import { answers, shopPage } from "../../../tests/page.tsx";
import { adoptCart } from "../../context/cart/cartStore.ts";
import type { ExpressSettings } from "../../core/types.ts";
import { expressCalls, fetchSettings } from "./calls.ts";
import { useCartSource } from "./useCartSource.ts";

const { two } = answers("carts");
const one = shopPage<"cart">("cart").page.cart;
const detailsFor = (amount: number) => {
  const { details } = answers("express");
  return {
    ...details,
    order_data: { ...details.order_data, total: { ...details.order_data.total, amount } },
  };
};

type Own = Parameters<typeof expressShop>[1];

/**
 * A purchase source that has seen its page's cart. `change` brings another cart, `order` starts or ends the submission of an
 * order.
 */
function openSource(own: Own) {
  const { page } = shopPage<"cart">("cart");
  const { callsOf } = expressShop(page, own);
  const settings = { ...page.express, nonce: answers("express").session.nonce } as ExpressSettings;
  const calls = expressCalls(settings, "it", () =>
    fetchSettings(settings.ajax_url, { place: "checkout" }, "it"),
  );
  const tools = { settings, calls } as Parameters<typeof useCartSource>[0];
  adoptCart(one);
  const { result, rerender } = renderHook(({ ordering }) => useCartSource(tools, ordering), {
    initialProps: { ordering: false },
  });
  const rest = () => act(async () => new Promise((done) => setTimeout(done)));
  return {
    result,
    requestCount: () => callsOf("get_cart_details").length,
    renewed: () => callsOf("get_express_settings").length,
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

test("a changed cart is requested once, and its total becomes the wallet's", async () => {
  const { result, requestCount, change } = openSource(details(() => ({ body: detailsFor(3_900) })));
  expect(requestCount()).toBe(0);
  await change(two);
  expect(requestCount()).toBe(1);
  expect(result.current).toMatchObject({ pending: false, offer: { total: { amount: 3_900 } } });
});

test("nothing is requested while an order is being sent, and the changed cart is requested afterwards", async () => {
  const { result, requestCount, change, order } = openSource(details(() => ({ body: detailsFor(3_900) })));
  await order(true);
  await change(two);
  expect(requestCount()).toBe(0);
  expect(result.current.pending).toBe(true);
  await order(false);
  expect(requestCount()).toBe(1);
  expect(result.current).toMatchObject({ pending: false, offer: { total: { amount: 3_900 } } });
});

test("a pending request is aborted when an order is sent, and repeated once the order is refused", async () => {
  const answered: ((amount: number) => void)[] = [];
  const waits = () =>
    new Promise<{ body: unknown }>((done) => answered.push((amount) => done({ body: detailsFor(amount) })));
  const { result, requestCount, change, order, rest } = openSource(details(waits));
  const { amount } = result.current.offer.total;
  await change(two);
  await order(true);
  answered[0]?.(1);
  await rest();
  expect(result.current.offer.total.amount).toBe(amount);
  await order(false);
  expect(requestCount()).toBe(2);
  answered[1]?.(3_900);
  await rest();
  expect(result.current.offer.total.amount).toBe(3_900);
});

test("a cart that is back to its earlier state needs no response any more", async () => {
  const { result, requestCount, change } = openSource(details(() => new Promise(() => {})));
  const { offer } = result.current;
  await change(two);
  expect(result.current.pending).toBe(true);
  await change(one);
  expect(requestCount()).toBe(1);
  expect(result.current).toMatchObject({ pending: false, offer });
});

test("an expired nonce is renewed once", async () => {
  let refusals = 0;
  const own: Own = (_, action) => {
    if (action !== "get_cart_details") return null;
    refusals += 1;
    return refusals === 1 ? { status: 403, body: "-1" } : { body: detailsFor(3_900) };
  };
  const { result, requestCount, renewed, change } = openSource(own);
  await change(two);
  expect([requestCount(), renewed()]).toEqual([2, 1]);
  expect(result.current.offer.total.amount).toBe(3_900);
});

test("where there are no buttons any more, a refused call is not repeated", async () => {
  const own: Own = (_, action) => {
    if (action === "get_express_settings") return { body: null };
    return action === "get_cart_details" ? { status: 403, body: "-1" } : null;
  };
  const { result, requestCount, renewed, change } = openSource(own);
  const { offer } = result.current;
  await change(two);
  expect([requestCount(), renewed()]).toEqual([1, 1]);
  expect(result.current).toMatchObject({ pending: false, offer });
});
