// The cart page: its destination and its coupons. The responses were recorded from a real shop.
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { openPage, pageAnswer, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";
import { refreshCart } from "../../context/cart/cartStore.ts";
import type { CartPage } from "../../core/types.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

type Answer = Parameters<typeof serve>[0];

async function open(answer: Answer = () => ({ body: null })) {
  const calls = serve((call) =>
    call.path === "/api/cart/offers" ? { body: { coupons: [], credits: [] } } : answer(call, calls),
  );
  await openPage(shopPage("cart", { express: null }));
  return calls;
}

/** Opens a `details` element by its summary. */
function unfold(text: string): void {
  const summary = screen.getByText(text);
  fireEvent.click(summary);
  fireEvent(summary.closest("details") as HTMLElement, new Event("toggle"));
}

const typeIn = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("the postcode shows a numeric keyboard and fills in its province, unless one was chosen", async () => {
  await open();
  unfold("Calcola la spedizione");
  const [province, postcode] = [screen.getByLabelText(/^Provincia/), screen.getByLabelText(/^CAP/)];
  await waitFor(() => expect(postcode).toHaveAttribute("inputmode", "numeric"));
  typeIn(/^Provincia/, "");
  typeIn(/^CAP/, "00184");
  await waitFor(() => expect(province).toHaveValue("RM"));
  typeIn(/^Provincia/, "NA");
  typeIn(/^CAP/, "20129");
  fireEvent.blur(postcode);
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(province).toHaveValue("NA");
});

test("scripts are notified once when form and totals show another cart, and not before", async () => {
  const listener = jest.fn();
  document.body.addEventListener("updated_wc_div", listener);
  const { cart } = shopPage<"cart">("cart").page;
  await open(({ path }) =>
    path.includes("/wc/store/v1/")
      ? { headers: { Nonce: "a-nonce" }, body: { ...cart, items_count: 9 } }
      : { body: null },
  );
  expect(listener).not.toHaveBeenCalled();
  await act(async () => {
    await refreshCart();
  });
  await waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
  document.body.removeEventListener("updated_wc_div", listener);
});

test("a postcode that does not exist is an error at its field, which preserves it", async () => {
  const { calculator } = shopPage<"cart">("cart").page;
  const refusal = {
    ...(calculator as NonNullable<CartPage["calculator"]>),
    postcode: "999",
    state: "",
    errors: [
      {
        field: "calc_shipping_postcode",
        code: "invalid_cap",
        params: { country: "IT", example: "00184", value: "999" },
      },
    ],
  };
  const calls = await open(() =>
    pageAnswer(shopPage<"cart">("cart", { express: null, calculator: refusal })),
  );
  unfold("Calcola la spedizione");
  typeIn(/^CAP/, "999");
  fireEvent.click(screen.getByRole("button", { name: "Calcola" }));
  await waitFor(() => expect(screen.getByLabelText(/^CAP/)).toHaveAttribute("aria-invalid", "true"));
  expect(screen.getByLabelText(/^CAP/)).toHaveValue("999");
  expect(screen.getByLabelText(/^CAP/)).toBeVisible();
  expect(screen.getByLabelText(/^CAP/)).toHaveAccessibleDescription(/00184/);
  const sent = calls.filter(({ path }) => path === "/cart/");
  expect(sent.map(({ form }) => [form.get("calc_shipping_postcode"), form.get("calc_shipping")])).toEqual([
    ["999", "1"],
  ]);
});

test("a code that does not exist is an error beside the field, which preserves it", async () => {
  const message = "Il coupon «boh» non esiste.";
  const calls = await open(({ path }) =>
    path.endsWith("/apply-coupon")
      ? {
          status: 400,
          headers: { Nonce: "a-nonce" },
          body: { code: "woocommerce_rest_cart_coupon_error", data: { status: 400 }, message },
        }
      : { body: shopPage<"cart">("cart").page.cart, headers: { Nonce: "a-nonce" } },
  );
  unfold("Hai un codice sconto?");
  const code = screen.getByLabelText("Codice sconto");
  typeIn("Codice sconto", "boh");
  fireEvent.keyDown(code, { key: "Enter" });
  const alert = await screen.findByText(message);
  expect(alert).toHaveAttribute("role", "alert");
  expect(alert).toBeVisible();
  expect(code).toHaveValue("boh");
  expect(code).toHaveAttribute("aria-invalid", "true");
  expect(calls.filter(({ path }) => path.endsWith("/apply-coupon")).map(({ body }) => body)).toEqual([
    { code: "boh" },
  ]);
});

test("the cart shows how much is missing for free delivery", async () => {
  await open();
  expect(screen.getByText(/^Ti mancano .+ alla spedizione gratuita$/)).toBeVisible();
});

test("a line with quantity zero is removed, as it is without scripts", async () => {
  const { cart } = shopPage<"cart">("cart").page;
  const calls = await open(() => ({ body: cart, headers: { Nonce: "a-nonce" } }));
  const [quantity] = screen.getAllByRole("textbox", { name: /^Quantità di/ });
  fireEvent.change(quantity as HTMLElement, { target: { value: "0" } });
  fireEvent.blur(quantity as HTMLElement);
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  expect(calls.some(({ path }) => path.endsWith("/remove-item"))).toBe(true);
});

test.each(["Enter", "blur"])(
  "a line with quantity zero is removed once and can be restored: %s",
  async (action) => {
    const { cart } = shopPage<"cart">("cart").page;
    const [line] = cart.items;
    const empty = { ...cart, items: [], items_count: 0 };
    const calls = await open(({ path }) => ({
      body: path.endsWith("/remove-item") ? empty : cart,
      headers: { Nonce: "a-nonce" },
    }));
    const [quantity] = screen.getAllByRole("textbox", { name: /^Quantità di/ });
    fireEvent.change(quantity as HTMLElement, { target: { value: "0" } });
    if (action === "Enter") fireEvent.keyDown(quantity as HTMLElement, { key: "Enter" });
    fireEvent.blur(quantity as HTMLElement);
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(calls.filter(({ path }) => path.endsWith("/remove-item"))).toHaveLength(1);
    expect(screen.queryByRole("alert")).toBeEmptyDOMElement();
    const undo = screen.getByRole("button", { name: /^Annulla/ });
    fireEvent.click(undo);
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    expect(calls.find(({ path }) => path.endsWith("/restore-item"))?.body).toEqual({ key: line?.key });
  },
);

test("a quantity above the stock is lowered to the stock, and the line explains it", async () => {
  const { cart } = shopPage<"cart">("cart").page;
  const calls = await open(() => ({ body: cart, headers: { Nonce: "a-nonce" } }));
  const [quantity] = screen.getAllByRole("textbox", { name: /^Quantità di/ });
  fireEvent.change(quantity as HTMLElement, { target: { value: "99999" } });
  fireEvent.blur(quantity as HTMLElement);
  const most = cart?.items[0]?.quantity_limits.maximum;
  expect(quantity).toHaveValue(String(most));
  expect(quantity).toHaveAccessibleDescription(/La quantità massima/);
  await act(() => jest.advanceTimersByTimeAsync(1_000));
  const sent = calls.find(({ path }) => path.endsWith("/update-item"));
  expect(sent?.body).toMatchObject({ quantity: most });
});
