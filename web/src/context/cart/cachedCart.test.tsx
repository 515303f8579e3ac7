// The cart that the browser caches between pages.
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { answers, openPage, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";
import { startCachedCart } from "./cachedCart.ts";
import { setCartState } from "./cartState.ts";
import { adoptPage } from "./cartStore.ts";

const isCart = ({ path }: { path: string }) => path.endsWith("/wc/store/v1/cart");
const count = () => screen.getAllByRole("link", { name: /^Carrello/ })[0];

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = "woocommerce_cart_hash=abc; path=/";
  // A new page has no cart yet.
  setCartState({ cart: null });
});
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = "woocommerce_cart_hash=; path=/; max-age=0";
});

test("another page shows the cached cart at once, without a request", async () => {
  const calls = serve(() => ({ body: null }));
  adoptPage(shopPage("cart"));
  startCachedCart();
  expect(JSON.parse(sessionStorage.getItem("bottega_cart") ?? "{}").cart.items).toHaveLength(1);
  setCartState({ cart: null });
  await openPage(shopPage("list-cheese"));
  expect(count()).not.toHaveTextContent("1");
  act(() => startCachedCart());
  expect(count()).toHaveTextContent("1");
  expect(calls.filter(isCart)).toEqual([]);
});

test("a cached cart with another hash, or older than a day, is not shown but fetched again", async () => {
  for (const [hash, age_ms] of [
    ["other", 0],
    ["abc", 86_400_001],
  ] as const) {
    const calls = serve(() => ({ body: answers("carts").two }));
    adoptPage(shopPage("cart"));
    startCachedCart();
    const cached = JSON.parse(sessionStorage.getItem("bottega_cart") ?? "{}");
    const changed = { ...cached, cart_hash: hash, made_at_ms: cached.made_at_ms - age_ms };
    sessionStorage.setItem("bottega_cart", JSON.stringify(changed));
    setCartState({ cart: null });
    const { unmount } = await openPage(shopPage("list-cheese"));
    act(() => startCachedCart());
    await waitFor(() => expect(calls.filter(isCart)).toHaveLength(1));
    await waitFor(() => expect(count()).toHaveTextContent("2"));
    unmount();
  }
});

test("scripts are notified whether the cached cart is shown or a new one was fetched, and may request it", async () => {
  const events: string[] = [];
  const onEvent = ({ type }: Event) => events.push(type);
  const names = ["wc_fragments_loaded", "wc_fragments_refreshed"];
  for (const name of names) document.body.addEventListener(name, onEvent);
  const calls = serve(() => ({ body: answers("carts").two }));
  adoptPage(shopPage("cart"));
  startCachedCart();
  setCartState({ cart: null });
  await openPage(shopPage("list-cheese"));
  act(() => startCachedCart());
  expect(events).toEqual(["wc_fragments_loaded"]);
  document.body.dispatchEvent(new Event("wc_fragment_refresh"));
  await waitFor(() => expect(events).toContain("wc_fragments_refreshed"));
  expect(calls.some(isCart)).toBe(true);
  for (const name of names) document.body.removeEventListener(name, onEvent);
});

test("a page from the back/forward cache fetches the cart when it is shown again, a new page does not", async () => {
  const calls = serve(() => ({ body: answers("carts").two }));
  adoptPage(shopPage("cart"));
  startCachedCart();
  await openPage(shopPage("list-cheese"));
  const show = (persisted: boolean) => fireEvent(window, Object.assign(new Event("pageshow"), { persisted }));
  show(false);
  expect(calls.filter(isCart)).toEqual([]);
  show(true);
  await waitFor(() => expect(calls.filter(isCart)).not.toEqual([]));
});

test("a request for the cart is abandoned after 5000 ms", async () => {
  const limits = jest.spyOn(AbortSignal, "timeout");
  serve(() => ({ body: answers("carts").two }));
  await openPage(shopPage("list-cheese"));
  limits.mockClear();
  const signals: (AbortSignal | null | undefined)[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = (path, init) => {
    if (String(path).endsWith("/wc/store/v1/cart")) signals.push(init?.signal);
    return fetch(path, init);
  };
  act(() => startCachedCart());
  await waitFor(() => expect(signals).toHaveLength(1));
  expect(limits).toHaveBeenCalledWith(5_000);
  expect(limits.mock.results.map(({ value }) => value)).toContain(signals[0]);
  limits.mockRestore();
});

describe("when the cart cannot be read", () => {
  test("an event reports it, and the page continues to work", async () => {
    const calls = serve((call) =>
      isCart(call) ? Promise.reject(new TypeError("Failed to fetch")) : { body: answers("carts").empty },
    );
    const listener = jest.fn();
    document.addEventListener("wc_fragments_ajax_error", listener);
    await openPage(shopPage("list-cheese"));
    act(() => startCachedCart());
    await waitFor(() => expect(listener).toHaveBeenCalledTimes(1));
    document.removeEventListener("wc_fragments_ajax_error", listener);
    expect(calls.filter(isCart)).toHaveLength(1);
    expect(screen.getByRole("heading", { level: 1, name: "Formaggi" })).toBeVisible();
  });
});

test("a tab notices that another one has sent the waiting changes", async () => {
  serve(() => ({ body: answers("carts").two }));
  await openPage(shopPage("list-cheese"));
  const waits = {
    name: "n1",
    path: "/cart/add-item",
    body: {},
    whose: "",
    since_ms: Date.now(),
    failures: 0,
  };
  localStorage.setItem("bottega_cart_waiting", JSON.stringify([waits]));
  jest.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  act(() => startCachedCart());
  expect(await screen.findByText("Una modifica del carrello parte appena torna la rete.")).toBeVisible();
  localStorage.removeItem("bottega_cart_waiting");
  fireEvent(window, new StorageEvent("storage", { key: "bottega_cart_waiting" }));
  expect(screen.queryByText("Una modifica del carrello parte appena torna la rete.")).not.toBeInTheDocument();
  jest.restoreAllMocks();
});
