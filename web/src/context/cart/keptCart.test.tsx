// The cart kept by the browser between pages.
import { act, screen, waitFor } from "@testing-library/react";
import { answers, openPage, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";
import { setCartState } from "./cartState.ts";
import { adoptPage } from "./cartStore.ts";
import { startKeptCart } from "./keptCart.ts";

const isCart = ({ path }: { path: string }) => path.endsWith("/wc/store/v1/cart");
const count = () => screen.getAllByRole("link", { name: /^Carrello/ })[0];

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server writes it
  document.cookie = "woocommerce_cart_hash=abc; path=/";
  // A new page has no cart yet.
  setCartState({ cart: null });
});
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server writes it
  document.cookie = "woocommerce_cart_hash=; path=/; max-age=0";
});

test("another page shows the kept cart at once, without asking for it", async () => {
  const calls = serve(() => ({ body: null }));
  adoptPage(shopPage("cart"));
  startKeptCart();
  expect(JSON.parse(sessionStorage.getItem("bottega_cart") ?? "{}").cart.items).toHaveLength(1);
  setCartState({ cart: null });
  await openPage(shopPage("list-cheese"));
  expect(count()).not.toHaveTextContent("1");
  act(() => startKeptCart());
  expect(count()).toHaveTextContent("1");
  expect(calls.filter(isCart)).toEqual([]);
});

describe("when the cart cannot be read", () => {
  test("an event tells so, and the page works on", async () => {
    const calls = serve((call) =>
      isCart(call) ? Promise.reject(new TypeError("Failed to fetch")) : { body: answers("carts").empty },
    );
    const heard = jest.fn();
    document.addEventListener("wc_fragments_ajax_error", heard);
    await openPage(shopPage("list-cheese"));
    act(() => startKeptCart());
    await waitFor(() => expect(heard).toHaveBeenCalledTimes(1));
    document.removeEventListener("wc_fragments_ajax_error", heard);
    expect(calls.filter(isCart)).toHaveLength(1);
    expect(screen.getByRole("heading", { level: 1, name: "Formaggi" })).toBeVisible();
  });
});
