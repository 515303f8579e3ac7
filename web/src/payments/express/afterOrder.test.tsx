// A wallet order on the cart page: once it is placed, no pending cart change is sent; after a refusal, all of them are.
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { actionOf, expressShop } from "../../../tests/expressShop.ts";
import { answers, openPage, shopPage } from "../../../tests/page.tsx";
import { inSight, openSheet, settled, walletButton } from "../../../tests/wallet.ts";
import { refreshCart } from "../../context/cart/cartStore.ts";

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
  inSight();
});
afterEach(() => {
  jest.useRealTimers();
});

const passed = (ms: number) => act(async () => jest.advanceTimersByTimeAsync(ms));

/** Pays on the cart page while a changed quantity is still pending; `answer` is the server's response to the order. */
async function pay(answer: { status?: number; body: unknown }) {
  const page = shopPage<"cart">("cart");
  Object.assign(page.page.express?.declarations ?? {}, { terms: false, min_age_years: null });
  const { cart } = page.page;
  const shop = expressShop(page.page, (_, action) => {
    if (action === "checkout") return answer;
    return action === "update-item" ? { body: cart } : null;
  });
  await openPage(page);
  shop.holds(cart);
  const button = await walletButton("Google Pay");
  await settled();
  const sheet = await openSheet("Google Pay", button);
  const [quantity] = screen.getAllByRole("textbox", { name: /^Quantità di/ });
  await sheet.confirm();
  fireEvent.change(quantity as HTMLElement, { target: { value: "2" } });
  fireEvent.blur(quantity as HTMLElement);
  return shop;
}

const OF_CART = ["update-item", "remove-item", "cart", "update-customer", "get_cart_details"];

test("after a placed order no quantity, cart or totals are requested", async () => {
  const { calls } = await pay({ body: answers("orders").placed });
  await waitFor(() => expect(timesLeft).toBe(1));
  const at = calls.findIndex((call) => actionOf(call) === "checkout");
  void refreshCart();
  window.dispatchEvent(new Event("pagehide"));
  await passed(10_000);
  const later = calls.slice(at + 1).map(actionOf);
  expect(later.filter((action) => OF_CART.includes(action))).toEqual([]);
});

test("after a refused order the quantity is saved", async () => {
  const refusal = { code: "wrong", message: "No", data: { status: 400 } };
  const { callsOf } = await pay({ status: 400, body: refusal });
  await passed(10_000);
  expect(callsOf("update-item")[0]?.body).toMatchObject({ quantity: 2 });
});
