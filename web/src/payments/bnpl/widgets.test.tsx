// The instalments widget follows the shopper's choice and is inserted where the shop configures it. The configurations were
// recorded from a real shop.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { answers, openPage, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";

const terms = { provider: "Klarna", parts: 3, minimumCents: 1000, maximumCents: 150000 };
const configured = (placement: object, own: object = {}) =>
  JSON.stringify({ ...placement, terms: { ...terms, ...own } });

const widgets = () => [...document.querySelectorAll<HTMLElement>("[data-bnpl-widget]")];
const text = () => widgets()[0]?.textContent ?? "";
const offered = () => waitFor(() => expect(text()).toMatch(/Paga in 3 rate/));

let appended: unknown[] = [];
const onAppended = (event: Event) => appended.push((event as CustomEvent).detail);

beforeEach(() => {
  jest.useFakeTimers();
  appended = [];
  document.addEventListener("bnpl_widget_appended", onAppended);
  const { two } = answers("carts");
  serve(({ path }) => ({
    body: path.includes("/wc/store/v1/cart") ? two : null,
    headers: { Nonce: "a-nonce" },
  }));
});
afterEach(() => {
  document.removeEventListener("bnpl_widget_appended", onAppended);
  jest.useRealTimers();
});

const product = (name: string, bnpl: string) => openPage(shopPage<"product">(name, { bnpl, express: null }));

test("the widget follows the quantity, and shows nothing outside the limits", async () => {
  await product("product-spoon", configured({ product: { productId: 24 } }, { maximumCents: 4000 }));
  await offered();
  const one = text();
  const quantity = screen.getAllByLabelText(/^Quantità di/)[0] as HTMLElement;
  fireEvent.change(quantity, { target: { value: "2" } });
  await waitFor(() => expect(text()).not.toBe(one));
  expect(text()).toMatch(/Paga in 3 rate/);
  // Three pieces exceed the highest amount that can be financed.
  fireEvent.change(quantity, { target: { value: "3" } });
  await waitFor(() => expect(text()).toBe(""));
});

test("the widget follows the chosen variation, and shows nothing for a price range", async () => {
  await product("product-caviar", configured({ product: { productId: 6 } }));
  await waitFor(() => expect(widgets()).toHaveLength(1));
  const choose = (value: string) => fireEvent.change(screen.getByLabelText("Formato"), { target: { value } });
  choose("");
  await waitFor(() => expect(text()).toBe(""));
  choose("15-g");
  await offered();
  const first = text();
  choose("35-g");
  await waitFor(() => expect(text()).not.toBe(first));
  expect(text()).toMatch(/Paga in 3 rate/);
});

test("on the cart page the widget follows the total", async () => {
  await openPage(shopPage<"cart">("cart", { bnpl: configured({ cart: { productId: 0 } }), express: null }));
  await offered();
  expect(appended).toEqual([{ productId: 0, type: "cart" }]);
  const before = text();
  fireEvent.click(screen.getByRole("button", { name: /^Aumenta la quantità/ }));
  await waitFor(() => expect(text()).not.toBe(before));
  expect(text()).toMatch(/Paga in 3 rate/);
});

test("the widget is inserted after each element that the shop's selectors match, and only once per element", async () => {
  const selectors = ["h1", "main h1", "#acquista"];
  const placements = selectors.map((customPositionSelector) => ({ productId: 24, customPositionSelector }));
  await product("product-spoon", configured({ product: placements }));
  await offered();
  expect(widgets()).toHaveLength(2);
  expect(document.querySelectorAll("h1 + [data-bnpl-widget], #acquista + [data-bnpl-widget]")).toHaveLength(
    2,
  );
  expect(appended).toHaveLength(2);
});
