// Add buttons of product lists.
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answers, openPage, pageAnswer, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";

const links = () => within(screen.getByRole("main")).getAllByRole("link", { name: /^Aggiungi «/ });
const isAdd = (path: string) => path.includes("wc-ajax=add_to_cart");

test("several quick clicks are sent one at a time, in their order", async () => {
  const { two } = answers("carts");
  const three = { ...two, items_count: 3 };
  let [running, most] = [0, 0];
  const go: (() => void)[] = [];
  const calls = serve(async ({ path }) => {
    if (!isAdd(path)) return { body: null };
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((done) => go.push(done));
    running -= 1;
    return { body: { cart: three, cart_hash: "", fragments: {} } };
  });
  await openPage(shopPage("list-cheese"));
  const wanted = links()
    .slice(0, 3)
    .map((link) => {
      fireEvent.click(link);
      return link.dataset.product_id;
    });
  expect(new Set(wanted).size).toBe(3);
  for (const at of [0, 1, 2]) {
    await waitFor(() => expect(go).toHaveLength(at + 1));
    await act(async () => go[at]?.());
  }
  expect(await screen.findByRole("dialog", { name: "Carrello, articoli: 3" })).toBeVisible();
  const sent = calls.filter(({ path }) => isAdd(path));
  expect(sent.map(({ form }) => form.get("product_id"))).toEqual(wanted);
  expect(most).toBe(1);
});

test("a button is loading from the click to the response, and scripts are notified of the click with its data", async () => {
  const details: unknown[] = [];
  const onEvent = (event: Event) => details.push((event as CustomEvent).detail);
  document.body.addEventListener("adding_to_cart", onEvent);
  let answer = () => {};
  const calls = serve(({ path }) =>
    isAdd(path)
      ? new Promise((done) => {
          answer = () => done({ body: { cart: answers("carts").two, cart_hash: "", fragments: {} } });
        })
      : { body: null },
  );
  await openPage(shopPage("list-cheese"));
  const button = links().at(-1) as HTMLElement;
  fireEvent.click(button);
  expect(button).toHaveClass("loading");
  expect(button).toHaveAttribute("aria-busy", "true");
  expect(details).toMatchObject([{ product_id: button.dataset.product_id, quantity: "1" }]);
  await waitFor(() => expect(calls.filter(({ path }) => isAdd(path))).toHaveLength(1));
  await act(async () => answer());
  await waitFor(() => expect(button).toHaveClass("added"));
  expect(button).toHaveAttribute("aria-busy", "false");
  document.body.removeEventListener("adding_to_cart", onEvent);
});

test("a button without a product is an ordinary link: the browser follows it", async () => {
  const calls = serve(() => ({ body: null }));
  await openPage(shopPage("list-cheese"));
  const [button] = links() as [HTMLElement];
  button.removeAttribute("data-product_id");
  const prevented: boolean[] = [];
  const look = (event: Event) => {
    prevented.push(event.defaultPrevented);
    event.preventDefault();
  };
  window.addEventListener("click", look);
  fireEvent.click(button);
  expect(prevented).toEqual([false]);
  expect(calls.filter(({ path }) => isAdd(path))).toEqual([]);
  window.removeEventListener("click", look);
});

test("scripts are notified of an added product with the page fragments, the cart's hash and the button", async () => {
  const details: unknown[] = [];
  const onEvent = (event: Event) => details.push((event as CustomEvent).detail);
  document.body.addEventListener("added_to_cart", onEvent);
  const fragments = { "div.widget_shopping_cart_content": "<p>Un articolo</p>" };
  serve(({ path }) => {
    if (!isAdd(path)) return { body: null };
    // biome-ignore lint/suspicious/noDocumentCookie: as the shop's response sets it
    document.cookie = "woocommerce_cart_hash=a1b2c3; path=/";
    return { body: { cart: answers("carts").two, cart_hash: "a1b2c3", fragments } };
  });
  await openPage(shopPage("list-cheese"));
  const [button] = links();
  fireEvent.click(button as HTMLElement);
  await waitFor(() => expect(details).toHaveLength(1));
  expect(details).toEqual([{ fragments, cart_hash: "a1b2c3", button }]);
  document.body.removeEventListener("added_to_cart", onEvent);
});

test("a refused add leads to the product, which shows the reason", async () => {
  const product_url = "http://localhost/prodotto/caviale-croccante/";
  serve(({ path }) => {
    if (isAdd(path)) return { body: { error: true, product_url, message: "«X» è esaurito." } };
    return path.startsWith("/prodotto/")
      ? pageAnswer(shopPage<"product">("product-caviar", { express: null }))
      : { body: null };
  });
  await openPage(shopPage("list-cheese"));
  fireEvent.click(links()[0] as HTMLElement);
  await waitFor(() => expect(window.location.pathname).toBe("/prodotto/caviale-croccante/"));
  expect(await screen.findByRole("heading", { level: 1, name: "Caviale croccante" })).toBeVisible();
  expect(screen.getByText("«X» è esaurito.").closest("[role=alert]")).toBeVisible();
});

test("a product with options shows which ones to choose", async () => {
  serve(({ path }) =>
    path.startsWith("/prodotto/")
      ? pageAnswer(shopPage<"product">("product-caviar", { express: null }))
      : { body: null },
  );
  await openPage(shopPage("list-caviar"));
  const choose = screen.getByRole("link", { name: "Scegli il formato di «Caviale croccante»" });
  expect(choose).toHaveAttribute(
    "title",
    "Seleziona le opzioni del prodotto prima di aggiungerlo al carrello.",
  );
  fireEvent.click(choose);
  await waitFor(() => expect(window.location.pathname).toBe("/prodotto/caviale-croccante/"));
});
