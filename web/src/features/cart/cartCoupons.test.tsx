// Clicking a coupon on the cart page: which parts of the page are refreshed.
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { openPage, pageAnswer, shopPage } from "../../../tests/page.tsx";
import { type Call, serve } from "../../../tests/server.ts";
import type { CartPage } from "../../core/types.ts";

const offer = { id: 9, code: "ESTATE", label: "10% di sconto", description: "", ends: "", waits: "" };
const offers = { coupons: [{ ...offer, active: true, applied: false }], credits: [] };
const isClick = ({ path }: Call) => path.includes("wc-ajax=apply_coupon_on_click");
const isPage = ({ path, method }: Call) =>
  method === "GET" && new URL(path, "http://x").pathname === "/cart/";
const page = () => shopPage<"cart">("cart").page;
const update = () => screen.getByRole("button", { name: "Aggiorna carrello" });
const quantity = () => screen.getAllByRole("textbox", { name: /^Quantità di/ })[0] as HTMLInputElement;

/** Opens the cart. `fresh` are the parts that change after the coupon; `beforeResponse` delays the response of the call. */
async function open(fresh: Partial<CartPage>, beforeResponse: () => Promise<void> = async () => {}) {
  const calls = serve(async (call) => {
    if (isClick(call)) {
      await beforeResponse();
      return { body: null, html: '<div class="woocommerce-message">Codice applicato.</div>' };
    }
    if (isPage(call)) return pageAnswer(shopPage<"cart">("cart", { express: null, offers, ...fresh }));
    if (call.path === "/api/cart/offers") return { body: offers };
    return { body: page().cart, headers: { Nonce: "a-nonce" } };
  });
  await openPage(shopPage<"cart">("cart", { express: null, offers }));
  return calls;
}

const click = () => fireEvent.click(screen.getByRole("button", { name: /10% di sconto/ }));

test("the form and its totals are fetched and replaced, and its button is disabled until another change", async () => {
  const { cart } = page();
  const [line] = cart.items;
  const items = [{ ...line, name: "Olio della casa" }] as typeof cart.items;
  const totals = { ...cart.totals, total_price: "1234" };
  const calls = await open({ cart: { ...cart, items, totals }, form_nonce: "another" });
  fireEvent.input(quantity(), { target: { value: "2" } });
  expect(update()).toBeEnabled();
  click();
  expect(await screen.findByRole("link", { name: "Olio della casa" })).toBeVisible();
  expect(screen.getByRole("main")).toHaveTextContent("12,34");
  expect(update()).toBeDisabled();
  expect(document.querySelector("input[name=woocommerce-cart-nonce]")).toHaveValue("another");
  const requests = calls.filter((call) => isClick(call) || isPage(call));
  expect(requests.map(isClick)).toEqual([true, false]);
});

test("a cart that is empty afterwards is shown as empty; a page without a form is reloaded", async () => {
  const { cart } = page();
  const empty = { ...cart, items: [], items_count: 0 };
  await open({ cart: empty });
  click();
  expect(await screen.findByText("Il tuo carrello è vuoto")).toBeVisible();
  expect(timesLeft).toBe(0);
});

test("a page whose form has disappeared meanwhile is reloaded", async () => {
  const { cart } = page();
  const empty = { ...cart, items: [], items_count: 0 };
  let answer = () => {};
  const pending = new Promise<void>((done) => {
    answer = done;
  });
  await open({}, () => pending);
  click();
  const { setCartState } = await import("../../context/cart/cartState.ts");
  act(() => setCartState({ cart: empty as never }));
  answer();
  await waitFor(() => expect(timesLeft).toBe(1));
});

test("the result is shown at the top of the page, which scrolls there in 1 s", async () => {
  jest.useFakeTimers();
  const positions: number[] = [];
  const { scrollTo } = window;
  window.scrollTo = ((to: ScrollToOptions) => void positions.push(to.top ?? 0)) as typeof scrollTo;
  const box = jest
    .spyOn(Element.prototype, "getBoundingClientRect")
    .mockReturnValue({ top: 700 } as unknown as DOMRect);
  await open({});
  click();
  await act(() => jest.advanceTimersByTimeAsync(500));
  const notice = screen.getByText("Codice applicato.");
  const form = document.querySelector("input[name=woocommerce-cart-nonce]") as Element;
  expect(notice.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(positions.at(-1)).toBeGreaterThan(0);
  expect(positions.at(-1)).toBeLessThan(600);
  await act(() => jest.advanceTimersByTimeAsync(600));
  expect(positions.at(-1)).toBe(600);
  box.mockRestore();
  window.scrollTo = scrollTo;
  jest.useRealTimers();
});
