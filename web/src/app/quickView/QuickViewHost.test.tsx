// The quick view of products on lists, with recorded responses of a real shop.
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { answers, openPage, pageAnswer, shopPage } from "../../../tests/page.tsx";
import { type Call, serve } from "../../../tests/server.ts";
import type { QuickViewView } from "../../core/types.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const NAME = "Caviale croccante";
const PRODUCT = 6;
const button = (name = NAME) => screen.getByRole("link", { name: `Anteprima di «${name}»` });
const view = (name = NAME) => screen.findByRole("dialog", { name });
const isQuickViewCall = ({ path }: Call) => path.includes("wc-ajax=woosq_quickview");

type Shop = Parameters<typeof serve>[0];

/** Opens a list; `quick_view` are the shop's settings of the quick view, `own` responds to a call first. */
async function open(
  quick_view: Partial<QuickViewView> = {},
  own: (call: Call) => ReturnType<Shop> | null = () => null,
) {
  const { shell, ...list } = shopPage<"listing">("list-caviar");
  const { caviar } = answers("carts");
  const calls = serve((call) => {
    const ownResponse = own(call);
    if (ownResponse) return ownResponse;
    if (isQuickViewCall(call))
      return pageAnswer(shopPage(call.path.includes("product_id=6&") ? "product-caviar" : "product-spoon"));
    return { body: call.path.includes("/wc/store/v1/cart") ? caviar : null, headers: { Nonce: "a-nonce" } };
  });
  await openPage({
    ...list,
    shell: { ...shell, quick_view: { ...(shell.quick_view as QuickViewView), ...quick_view } },
  });
  return calls;
}

async function opened(): Promise<HTMLElement> {
  fireEvent.click(button());
  const quickView = await view();
  await waitFor(() => expect(quickView).toHaveTextContent("72,00"));
  return quickView;
}

test("where automatic closing is disabled, it stays open after an add", async () => {
  const { settings } = answers("shell").quick_view;
  const calls = await open({ settings: { ...settings, auto_close: false } });
  const quickView = await opened();
  fireEvent.change(within(quickView).getByLabelText("Formato"), { target: { value: "15-g" } });
  const form = quickView.querySelector("form") as HTMLElement;
  fireEvent.click(within(form).getByRole("button", { name: /^Aggiungi al carrello/ }));
  const drawer = await screen.findByRole("dialog", { name: /Carrello/ });
  await waitFor(() => expect(drawer).toHaveTextContent("15 g"));
  expect(calls.find(({ path }) => path.endsWith("/add-item"))?.body).toMatchObject({ id: 7, quantity: 1 });
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  fireEvent.click(within(drawer).getByRole("button", { name: "Chiudi" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: /Carrello/ })).toBeNull());
  await act(() => jest.advanceTimersByTimeAsync(5_000));
  expect(await view()).toBeVisible();
});

test("a chosen variation shows its picture, and a reset restores the first one", async () => {
  await open();
  const quickView = await opened();
  const current = () =>
    within(quickView)
      .getAllByRole("button", { name: /^Mostra l’immagine/ })
      .filter((one) => one.getAttribute("aria-current") === "true")
      .map((one) => one.getAttribute("aria-label"));
  const picture = () =>
    quickView.querySelector("[data-large_image]:not([aria-hidden])")?.getAttribute("data-large_image");
  const choose = (value: string) =>
    fireEvent.change(within(quickView).getByLabelText("Formato"), { target: { value } });
  choose("15-g");
  await waitFor(() => expect(picture()).toMatch(/15-g/));
  const small = current();
  expect(small).toHaveLength(1);
  choose("35-g");
  await waitFor(() => expect(picture()).toMatch(/35-g/));
  expect(current()).not.toEqual(small);
  fireEvent.click(within(quickView).getByRole("button", { name: "Azzera la selezione" }));
  await waitFor(() => expect(current()).toEqual(["Mostra l’immagine 1"]));
});

test("a product of its related products replaces it", async () => {
  const related = shopPage<"product">("product-spoon").page.card;
  await open({}, (call) =>
    call.path.includes("product_id=6&")
      ? pageAnswer(shopPage<"product">("product-caviar", { related: [related] }))
      : null,
  );
  const row = within(await opened()).getByRole("region", { name: "Prodotti correlati" });
  fireEvent.click(within(row).getAllByRole("link")[0] as HTMLElement);
  const next = await view("Cucchiaino di madreperla");
  expect(await within(next).findByRole("link", { name: "Vedi la scheda completa" })).toBeVisible();
});

test("a link whose address names a product opens it anywhere on the page", async () => {
  await open();
  expect(button()).toHaveAttribute("data-product_id", String(PRODUCT));
  const link = Object.assign(document.createElement("a"), {
    href: `/negozio/#woosq-${PRODUCT}`,
    textContent: "Prova",
  });
  document.querySelector("main")?.prepend(link);
  fireEvent.click(link);
  expect(await view()).toHaveTextContent("72,00");
  link.remove();
});

test("without scripts its form leads to the cart where that is configured, otherwise back to the page", async () => {
  const { settings } = answers("shell").quick_view;
  const field = (quickView: HTMLElement) =>
    quickView.querySelector<HTMLInputElement>("form input[name=woosq-redirect]");
  await open();
  expect(field(await opened())?.value).toBe(window.location.pathname);
  cleanup();
  await open({ settings: { ...settings, cart_redirect: true, cart_url: "/cart/" } });
  expect(field(await opened())?.value).toBe("/cart/");
});

test("hovering over a picture enlarges it only where that is configured", async () => {
  for (const zoom of [true, false]) {
    await open({ zoom });
    const quickView = await opened();
    const frame = quickView.querySelector("[data-large_image]")?.closest("div") as HTMLElement;
    // As narrow as a phone, so that the picture is larger than its frame.
    Object.defineProperty(frame, "clientWidth", { value: 400 });
    const before = quickView.querySelectorAll("img").length;
    fireEvent(
      frame,
      Object.assign(new MouseEvent("pointermove", { bubbles: true }), { pointerType: "mouse" }),
    );
    expect(quickView.querySelectorAll("img")).toHaveLength(before + (zoom ? 1 : 0));
    cleanup();
  }
});

test("it is removed 160 ms after it is closed", async () => {
  await open();
  const quickView = await opened();
  fireEvent.click(within(quickView).getByRole("button", { name: "Chiudi" }));
  await act(() => jest.advanceTimersByTimeAsync(159));
  expect(document.querySelector("dialog[open]")).not.toBeNull();
  await act(() => jest.advanceTimersByTimeAsync(1));
  expect(document.querySelector("dialog[open]")).toBeNull();
});

test("from 1024 px on the summary scrolls separately", async () => {
  const own = (quickView: HTMLElement) => quickView.querySelector("[data-own-scroll]");
  await open();
  expect(own(await opened())).toBeNull();
  cleanup();
  globalThis.matching = ["(min-width: 1024px)"];
  await open();
  expect(own(await opened())).not.toBeNull();
  globalThis.matching = [];
});

describe("when the content cannot be loaded", () => {
  test("the view shows a message", async () => {
    await open({}, (call) =>
      isQuickViewCall(call) ? Promise.reject(new TypeError("Failed to fetch")) : null,
    );
    fireEvent.click(button());
    expect(await within(await view("Anteprima")).findByRole("alert")).toHaveTextContent(
      /^Non è stato possibile caricare il contenuto\.$/,
    );
  });

  test("a deleted product has its own message", async () => {
    const calls = await open({}, (call) => (isQuickViewCall(call) ? { status: 404, body: "" } : null));
    button().setAttribute("data-product_id", "999999");
    fireEvent.click(button());
    expect(await within(await view("Anteprima")).findByRole("alert")).toHaveTextContent(
      /^Contenuto non trovato$/,
    );
    expect(calls.filter(isQuickViewCall).map(({ path }) => path)).toEqual([
      expect.stringContaining("product_id=999999&"),
    ]);
  });
});
