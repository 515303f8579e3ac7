// The widget that tells of paying in instalments follows what is chosen, and stands where the shop says. The configurations are those
// that a real shop wrote.
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { answers, openPage, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";

const terms = { provider: "Klarna", parts: 3, minimumCents: 1000, maximumCents: 150000 };
const configured = (place: object, own: object = {}) =>
  JSON.stringify({ ...place, terms: { ...terms, ...own } });

const widgets = () => [...document.querySelectorAll<HTMLElement>("[data-bnpl-widget]")];
const text = () => widgets()[0]?.textContent ?? "";
const offered = () => waitFor(() => expect(text()).toMatch(/Paga in 3 rate/));

let heard: unknown[] = [];
const hear = (event: Event) => heard.push((event as CustomEvent).detail);

beforeEach(() => {
  jest.useFakeTimers();
  heard = [];
  document.addEventListener("bnpl_widget_appended", hear);
  const { two } = answers("carts");
  serve(({ path }) => ({
    body: path.includes("/wc/store/v1/cart") ? two : null,
    headers: { Nonce: "a-nonce" },
  }));
});
afterEach(() => {
  document.removeEventListener("bnpl_widget_appended", hear);
  jest.useRealTimers();
});

const product = (name: string, bnpl: string) => openPage(shopPage<"product">(name, { bnpl, express: null }));

test("it follows the quantity, and is silent outside the limits", async () => {
  await product("product-spoon", configured({ product: { productId: 24 } }, { maximumCents: 4000 }));
  await offered();
  const one = text();
  const quantity = screen.getAllByLabelText(/^Quantità di/)[0] as HTMLElement;
  fireEvent.change(quantity, { target: { value: "2" } });
  await waitFor(() => expect(text()).not.toBe(one));
  expect(text()).toMatch(/Paga in 3 rate/);
  // Three cost more than is lent.
  fireEvent.change(quantity, { target: { value: "3" } });
  await waitFor(() => expect(text()).toBe(""));
});

test("it follows the chosen variation, and says nothing of a range of prices", async () => {
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

test("on the cart it follows the total", async () => {
  await openPage(shopPage<"cart">("cart", { bnpl: configured({ cart: { productId: 0 } }), express: null }));
  await offered();
  expect(heard).toEqual([{ productId: 0, type: "cart" }]);
  const before = text();
  fireEvent.click(screen.getByRole("button", { name: /^Aumenta la quantità/ }));
  await waitFor(() => expect(text()).not.toBe(before));
  expect(text()).toMatch(/Paga in 3 rate/);
});

test("it stands right after each element of the shop's own selectors, never twice at one", async () => {
  const selectors = ["h1", "main h1", "#acquista"];
  const places = selectors.map((customPositionSelector) => ({ productId: 24, customPositionSelector }));
  await product("product-spoon", configured({ product: places }));
  await offered();
  expect(widgets()).toHaveLength(2);
  expect(document.querySelectorAll("h1 + [data-bnpl-widget], #acquista + [data-bnpl-widget]")).toHaveLength(
    2,
  );
  expect(heard).toHaveLength(2);
});
