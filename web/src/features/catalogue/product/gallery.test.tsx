// The pictures of a product: what a choice replaces, what moves and what does not.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { openPage, shopPage } from "../../../../tests/page.tsx";
import { serve } from "../../../../tests/server.ts";
import type { Picture, ProductPage } from "../../../core/types.ts";

const gallery = () => within(screen.getByRole("region", { name: "Immagini del prodotto" }));
const shownPicture = () =>
  screen.getByRole("main").querySelector<HTMLElement>("[data-large_image]:not([aria-hidden])");
const large = () => shownPicture()?.dataset.large_image;
const thumbs = () => gallery().queryAllByRole("link", { name: /^Mostra l’immagine/ });
const current = () => thumbs().find((one) => one.getAttribute("aria-current") === "true");
const choose = (value: string) => fireEvent.change(screen.getByLabelText("Formato"), { target: { value } });
const fact = (name: string) =>
  [...document.querySelectorAll("dl > div")]
    .find(({ textContent }) => textContent?.startsWith(name))
    ?.querySelector("dd")?.textContent;
const css = (path: string) => readFileSync(join(process.cwd(), "src", path), "utf8");

function open(name = "product-caviar", change: Partial<ProductPage> = {}) {
  serve(() => ({ body: null }));
  return openPage(shopPage<"product">(name, { express: null, ...change }));
}

test("a choice replaces main picture, thumbnail and dimensions, and a reset restores the product's own", async () => {
  const { pictures, variations } = shopPage<"product">("product-caviar").page;
  const own = (n: number): Picture => ({
    ...(pictures[0] as Picture),
    src: `/pictures/v${n}-640.webp`,
    full_src: `/pictures/v${n}-1200.webp`,
    thumbnail_src: `/pictures/v${n}-160.webp`,
  });
  const changed = variations.map((one, n) => ({ ...one, picture: own(n), dimensions: `${n} × 2 × 3 cm` }));
  await open("product-caviar", { variations: changed });
  for (const [value, n] of [
    ["35-g", 1],
    ["15-g", 0],
  ] as const) {
    choose(value);
    expect(large()).toBe(`/pictures/v${n}-1200.webp`);
    expect(current()?.querySelector("img")).toHaveAttribute("src", `/pictures/v${n}-160.webp`);
    expect(fact("Dimensioni")).toBe(`${n} × 2 × 3 cm`);
  }
  fireEvent.click(screen.getByRole("button", { name: "Azzera la selezione" }));
  const [first] = pictures;
  expect(large()).toBe(first?.full_src);
  expect(current()?.querySelector("img")).toHaveAttribute("src", first?.thumbnail_src);
  expect(fact("Dimensioni")).toBe("9 × 9 × 4 cm");
  expect(fact("Peso")).toBe("0,08 kg");
});

test("a single picture has no slider: no thumbnails, no arrows", async () => {
  const { pictures } = shopPage<"product">("product-hamper").page;
  await open("product-hamper", { pictures: pictures.slice(0, 1) });
  expect(large()).toBe(pictures[0]?.full_src);
  expect(thumbs()).toEqual([]);
  fireEvent.click(gallery().getByRole("link", { name: /a schermo intero$/ }));
  const dialog = await screen.findByRole("dialog", { name: "Immagini del prodotto" });
  expect(within(dialog).queryByRole("button", { name: /^Immagine/ })).toBeNull();
});

test("a picture has its size and a description, which the full screen shows as a caption", async () => {
  const [first, ...rest] = shopPage<"product">("product-hamper").page.pictures as [Picture, ...Picture[]];
  await open("product-hamper", {
    pictures: [{ ...first, width: 1600, height: 900, caption: "Il cesto aperto" }, ...rest],
  });
  expect(shownPicture()?.dataset).toMatchObject({
    large_image: first.full_src,
    large_image_width: "1600",
    large_image_height: "900",
    caption: "Il cesto aperto",
  });
  fireEvent.click(gallery().getByRole("link", { name: /a schermo intero$/ }));
  const dialog = await screen.findByRole("dialog", { name: "Immagini del prodotto" });
  expect(dialog.querySelector("figcaption")).toHaveTextContent("Il cesto aperto");
});

test("pictures slide for 500 ms on request, never automatically, and have no arrows", async () => {
  jest.useFakeTimers();
  await open();
  const frame = shownPicture()?.closest<HTMLElement>("div");
  expect(frame?.style.getPropertyValue("--slide-time")).toBe("500ms");
  const rules = css("components/Slides.module.css");
  expect(rules).toMatch(/\.track \{[^}]*transition: transform var\(--slide-time, 0ms\)/);
  expect(rules).toMatch(/\.frame \{[^}]*transition: height var\(--slide-time, 0ms\)/);
  expect(gallery().queryByRole("button")).toBeNull();
  fireEvent.click(thumbs()[1] as HTMLElement);
  const second = large();
  await act(() => jest.advanceTimersByTimeAsync(120_000));
  expect(large()).toBe(second);
  jest.useRealTimers();
});

test("the full screen has no sharing, stays when the page scrolls, adds nothing to the history and has no animation", async () => {
  await open();
  const { length } = window.history;
  fireEvent.click(gallery().getByRole("link", { name: /a schermo intero$/ }));
  const dialog = await screen.findByRole("dialog", { name: "Immagini del prodotto" });
  const buttons = within(dialog).getAllByRole("button");
  expect(buttons.map((one) => one.getAttribute("aria-label") ?? one.textContent)).toEqual([
    "Chiudi",
    "Immagine precedente",
    "Immagine successiva",
  ]);
  expect(within(dialog).queryAllByRole("link")).toEqual([]);
  fireEvent.scroll(window);
  fireEvent.wheel(dialog, { deltaY: 400 });
  fireEvent.click(within(dialog).getByRole("button", { name: "Immagine successiva" }));
  expect(dialog).toBeVisible();
  expect(window.history).toHaveLength(length);
  expect(css("features/catalogue/product/lightbox/Lightbox.module.css")).not.toMatch(/transition|animation/);
  fireEvent.click(within(dialog).getByRole("button", { name: "Chiudi" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Immagini del prodotto" })).toBeNull());
  expect(window.history).toHaveLength(length);
});
