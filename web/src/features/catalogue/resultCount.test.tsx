// The number of results is announced to screen readers each time another list is shown, whatever led to it.
import { act, fireEvent, screen, within } from "@testing-library/react";
import { openPage, pageAnswer, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";
import type { ListingPage } from "../../core/types.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const ANNOUNCED_AFTER_MS = 2_000;
const COUNT = /prodott/;
const LIST: Partial<ListingPage> = { total: 60, pages: 3 };

/** Texts of live regions, except those of an inert page. */
const announced = () =>
  [...document.querySelectorAll('[role="status"]')]
    .filter((one) => !document.querySelector("dialog[open]") || one.closest("dialog[open]"))
    .map(({ textContent }) => textContent ?? "")
    .filter((text) => COUNT.test(text));

/** Opens a list of several pages and waits until it is announced; each further request returns `next`. */
async function open(next: Partial<ListingPage> = {}): Promise<void> {
  serve(({ path }) =>
    path.startsWith("/categoria-prodotto/")
      ? pageAnswer(shopPage<"listing">("list-cheese", { ...LIST, ...next }))
      : { body: null },
  );
  await openPage(shopPage<"listing">("list-cheese", LIST));
  await act(() => jest.advanceTimersByTimeAsync(ANNOUNCED_AFTER_MS));
  expect(announced()).toHaveLength(1);
}

/** Runs an action that shows another list. */
async function change(action: () => void): Promise<void> {
  action();
  await act(() => jest.advanceTimersByTimeAsync(ANNOUNCED_AFTER_MS / 2));
  expect(announced()).toEqual([]);
  await act(() => jest.advanceTimersByTimeAsync(ANNOUNCED_AFTER_MS));
  expect(announced()).toHaveLength(1);
}

test("another sort order is announced, although the number of products is the same", async () => {
  await open({ orderby: "price" });
  await change(() =>
    fireEvent.change(screen.getByRole("combobox", { name: "Ordina per" }), { target: { value: "price" } }),
  );
  expect(announced()[0]).toMatch(/60/);
});

test("another page is announced with the products that it shows", async () => {
  await open({ page: 2 });
  const [before] = announced();
  await change(() => fireEvent.click(screen.getByRole("link", { name: /^Pagina 2/ })));
  expect(announced()[0]).not.toBe(before);
});

test("a filter that does not change the number of products is announced", async () => {
  await open();
  const filters = within(screen.getByRole("complementary"));
  await change(() => fireEvent.click(filters.getAllByRole("link")[0] as HTMLElement));
});

test("a filter chosen in a phone's dialog is announced within it, as the page around it is inert", async () => {
  await open();
  fireEvent.click(screen.getByRole("link", { name: /^Filtri/ }));
  const dialog = within(screen.getByRole("dialog", { name: "Filtri" }));
  await act(() => jest.advanceTimersByTimeAsync(ANNOUNCED_AFTER_MS));
  await change(() => fireEvent.click(dialog.getAllByRole("link")[0] as HTMLElement));
});
