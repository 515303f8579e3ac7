// The tabs of a product page, and its gallery when a picture fails to load.
import { act, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { openPage, shopPage } from "../../../../tests/page.tsx";
import { serve } from "../../../../tests/server.ts";
import type { ProductPage } from "../../../core/types.ts";

const PATH = "/prodotto/caviale-croccante/";
const tab = (name: RegExp) => screen.getByRole("tab", { name });

/** Opens the product at an address. */
function open(address: string, change: Partial<ProductPage> = {}) {
  serve(() => ({ body: null }));
  const { shell, head, page } = shopPage<"product">("product-caviar", { express: null, ...change });
  return openPage({ shell: { ...shell, path: address }, head, page });
}

test("the address opens a tab, and keys move between tabs", async () => {
  for (const [end, name] of [
    ["", /^Descrizione/],
    ["#tab-additional_information", /^Informazioni aggiuntive/],
    ["#reviews", /^Recensioni/],
    ["#comment-7", /^Recensioni/],
    ["?cpage=1", /^Recensioni/],
  ] as const) {
    const { unmount } = await open(PATH + end);
    expect(tab(name)).toHaveAttribute("aria-selected", "true");
    expect(screen.getAllByRole("tab", { selected: true })).toHaveLength(1);
    unmount();
  }
  await open(`${PATH}#reviews`);
  act(() => tab(/^Recensioni/).focus());
  for (const [key, name] of [
    ["ArrowRight", /^Descrizione/],
    ["ArrowLeft", /^Recensioni/],
    ["Home", /^Descrizione/],
    ["End", /^Recensioni/],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    expect(tab(name)).toHaveFocus();
    expect(tab(name)).toHaveAttribute("aria-selected", "true");
  }
});

test("the stars under the title lead to the reviews, even if the address already has their hash", async () => {
  const { page } = shopPage<"product">("product-caviar");
  await open(PATH, { card: { ...page.card, rating_tenths: 45, review_count: 2 } });
  const stars = screen.getByRole("main").querySelector("a[href='#reviews']") as HTMLElement;
  for (const _ of ["first", "again"]) {
    expect(tab(/^Descrizione/)).toHaveAttribute("aria-selected", "true");
    fireEvent.click(stars);
    await screen.findByRole("tab", { name: /^Recensioni/, selected: true });
    fireEvent.click(tab(/^Descrizione/));
  }
});

describe("when a picture does not come", () => {
  test("the gallery shows a message and links to the picture", async () => {
    await open(PATH);
    fireEvent.click(
      screen.getByRole("link", { name: "Visualizza la galleria di immagini a schermo intero" }),
    );
    const dialog = within(await screen.findByRole("dialog", { name: "Immagini del prodotto" }));
    const next = () => fireEvent.click(dialog.getByRole("button", { name: "Immagine successiva" }));
    const shownPicture = () => document.querySelector("dialog figure img") as HTMLImageElement;
    next();
    next();
    const address = shownPicture().getAttribute("src");
    expect(address).toMatch(/^\/pictures\//);
    expect(dialog.queryByRole("alert")).toBeNull();
    fireEvent.error(shownPicture());
    expect(dialog.getByRole("alert")).toHaveTextContent("Non è stato possibile caricare l'immagine.");
    expect(dialog.getByRole("link", { name: "Apri l’immagine" })).toHaveAttribute("href", address);
  });
});
