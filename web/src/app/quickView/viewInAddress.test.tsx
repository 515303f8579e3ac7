// The hash of the quick view: a link with it opens the view, and nothing of it remains when the view is closed.
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { openPage, pageAnswer, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";
import { visibleAddress, wholeAddress } from "../../context/documents.ts";
import type { QuickViewView } from "../../core/types.ts";

const NAME = "Caviale croccante";
const LIST = "/categoria-prodotto/caviale/";
const view = () => screen.findByRole("dialog", { name: NAME });
const { pathname } = window.location;

/** Opens a list at an address with a hash; `state` is the state of its history entry. */
async function open(hash: string, own: Partial<QuickViewView["settings"]> = {}, state: object | null = null) {
  serve(({ path }) =>
    path.includes("woosq_quickview")
      ? pageAnswer(shopPage(path.includes("product_id=6&") ? "product-caviar" : "product-spoon"))
      : { body: null },
  );
  const { shell, ...list } = shopPage<"listing">("list-caviar");
  const quick_view = shell.quick_view as QuickViewView;
  const settings = { ...quick_view.settings, ...own };
  // openPage sets the address too, which in a browser is set before.
  const setAddress = window.history.replaceState.bind(window.history);
  const once = jest.spyOn(window.history, "replaceState").mockImplementationOnce((_, title) => {
    setAddress(state, title, LIST + hash);
  });
  await openPage({ ...list, shell: { ...shell, path: LIST, quick_view: { ...quick_view, settings } } });
  once.mockRestore();
}

const close = async () => {
  fireEvent.click(within(await view()).getByRole("button", { name: "Chiudi" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: NAME })).toBeNull());
};

afterEach(() => {
  cleanup();
  window.history.replaceState(null, "", pathname);
});

test("a shared link opens its product, and closing restores the page's own address", async () => {
  await open("#woosq-6");
  expect(await view()).toHaveTextContent("72,00");
  expect(window.location.hash).toBe("#woosq");
  await close();
  await waitFor(() => expect(window.location.href).toBe(`http://localhost${LIST}`));
});

test("where opening does not set the hash, a shared link opens the product and its hash is removed at once", async () => {
  await open("#woosq-6", { hash_change: false });
  expect(await view()).toHaveTextContent("72,00");
  expect(window.location.hash).toBe("");
  await close();
  expect(window.location.hash).toBe("");
});

test("going back once closes what a shared link opened, and leads nowhere else", async () => {
  await open("#woosq-6");
  await view();
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(window.location.href).toBe(`http://localhost${LIST}`);
});

test("going forward, or reloading the page, shows the product again", async () => {
  await open("#woosq-6");
  await view();
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  act(() => window.history.forward());
  expect(await view()).toBeVisible();
  const { state } = window.history;
  cleanup();
  await open("#woosq", {}, state);
  expect(await view()).toBeVisible();
});

test("a link with the hash that is entered while the page is shown opens its product", async () => {
  await open("");
  act(() => {
    window.location.hash = "#woosq-6";
  });
  expect(await view()).toBeVisible();
  expect(window.location.hash).toBe("#woosq");
});

test("the hash without a product opens nothing and is removed", async () => {
  await open("#woosq");
  await waitFor(() => expect(window.location.hash).toBe(""));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a hash of the page's own stays", async () => {
  await open("#woosq-", {});
  expect(window.location.hash).toBe("#woosq-");
  cleanup();
  await open("#filtri");
  expect(window.location.hash).toBe("#filtri");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("neither attribution nor analytics receive the hash", async () => {
  await open("");
  window.history.replaceState(null, "", `${LIST}?a=1#woosq-6`);
  for (const address of [visibleAddress(), wholeAddress()])
    expect(address).toBe(`http://localhost${LIST}?a=1`);
});
