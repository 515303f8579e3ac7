// Once an order is placed, the page sends nothing more about its cart.
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { openCheckout } from "../../../tests/checkout.tsx";
import type { Call } from "../../../tests/server.ts";
import { refreshCart } from "../../context/cart/cartStore.ts";
import { endOrdering } from "../../context/ordering.ts";
import type { CheckoutPage } from "../../core/types.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const passed = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));
const isOrder = ({ path, method }: Call) =>
  path.endsWith("wc-ajax=checkout") || (method === "POST" && /\/wc\/store\/v1\/checkout$/.test(path));

type Answer = (call: Call) => object;

const PLACED: Record<CheckoutPage["form_kind"], object> = {
  block: { body: { order_id: 7, payment_result: { payment_status: "success", redirect_url: "/fatto/" } } },
  classic: { body: { result: "success", redirect: "/fatto/" } },
};
const REFUSALS: Record<CheckoutPage["form_kind"], object> = {
  block: { status: 400, body: { code: "wrong", message: "No", data: { status: 400 } } },
  classic: { body: { result: "failure", messages: "<ul><li>No</li></ul>", refresh: false, reload: false } },
};
const KINDS = ["block", "classic"] as const;

/** Opens the checkout; returns the calls and the function that answers the order. */
async function open(
  form_kind: CheckoutPage["form_kind"],
): Promise<{ calls: Call[]; answer: (response: object) => void }> {
  let answer = (_response: object) => {};
  const own: Answer = (call) => (isOrder(call) ? new Promise((done) => (answer = done)) : null) as object;
  const calls = await openCheckout({ form_kind }, own);
  await passed(3_000);
  calls.length = 0;
  return { calls, answer: (response) => answer(response) };
}

/** Types an address, whose totals are about to be requested, and submits the order. */
async function orderAtOnce(): Promise<void> {
  fireEvent.change(screen.getByLabelText("Città"), { target: { value: "Monza" } });
  fireEvent.submit(document.getElementById("cassa") as HTMLFormElement);
  await passed(10);
}

/** Triggers everything that may request something about the cart. */
function triggerRequests(): void {
  fireEvent.change(screen.getByLabelText("Città"), { target: { value: "Lodi" } });
  document.body.dispatchEvent(new Event("update_checkout"));
  document.body.dispatchEvent(new Event("wc_fragment_refresh"));
  void refreshCart();
  window.dispatchEvent(new Event("pagehide"));
}

test.each(KINDS)("%s form: nothing is sent after a placed order, whatever was pending", async (kind) => {
  const { calls, answer } = await open(kind);
  await orderAtOnce();
  expect(calls.filter(isOrder)).toHaveLength(1);
  triggerRequests();
  await passed(5_000);
  answer(PLACED[kind]);
  await passed(0);
  triggerRequests();
  await passed(10_000);
  expect(calls.map(({ path }) => path)).toEqual(calls.filter(isOrder).map(({ path }) => path));
  expect(globalThis.timesLeft).toBe(1);
});

test.each(KINDS)("%s form: after a refusal the new totals are requested", async (kind) => {
  const { calls, answer } = await open(kind);
  await orderAtOnce();
  await passed(5_000);
  expect(calls).toHaveLength(1);
  answer(REFUSALS[kind]);
  await passed(5_000);
  const sums = kind === "block" ? "/cart/update-customer" : "wc-ajax=update_order_review";
  expect(calls.some(({ path }) => path.includes(sums))).toBe(true);
});

test("a page that is shown again after the order fetches the current cart", async () => {
  const { calls, answer } = await open("block");
  await orderAtOnce();
  answer(PLACED.block);
  await passed(5_000);
  calls.length = 0;
  endOrdering();
  void refreshCart();
  await passed(0);
  expect(calls).toContainEqual(expect.objectContaining({ method: "GET", path: "/wp-json/wc/store/v1/cart" }));
});
