// Who sees net prices: lines without VAT, VAT in a row of its own, and the total that is paid. The answers are those of a real shop.
import { act, screen, within } from "@testing-library/react";
import { openPage, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Opens the cart: one line of 13,11 € and 2,89 € of VAT, delivery of 5,74 € and 1,26 € of VAT. */
async function open(netCart: boolean): Promise<void> {
  serve(({ path }) => ({ body: path === "/api/cart/offers" ? { coupons: [], credits: [] } : null }));
  const page = shopPage("cart", { express: null });
  await openPage({ ...page, shell: { ...page.shell, net_cart: netCart } });
  await act(() => jest.runAllTimersAsync());
}

/** What stands beside a word in the totals; `null`: there is no such row. */
function amount(name: string): string | null {
  const term = within(screen.getByRole("main"))
    .queryAllByRole("term")
    .find(({ firstChild }) => firstChild?.textContent === name);
  return term?.nextElementSibling?.textContent?.replace(/\s/g, " ") ?? null;
}

test("a net buyer's cart shows lines and delivery without VAT, then the VAT, then what is paid", async () => {
  await open(true);
  // The line and the subtotal.
  expect(screen.getAllByText("13,11 €", { selector: "main *" })).toHaveLength(2);
  expect(["Subtotale", "Spedizione", "IVA", "Totale"].map(amount)).toEqual([
    "13,11 €",
    "5,74 €",
    "4,15 €",
    "23,00 €",
  ]);
  expect(screen.queryByText(/di cui IVA/)).toBeNull();
});

test("all others see lines and delivery with VAT, and no row of VAT", async () => {
  await open(false);
  expect(screen.getAllByText("16,00 €", { selector: "main *" })).toHaveLength(2);
  expect(["Subtotale", "Spedizione", "IVA", "Totale"].map(amount)).toEqual([
    "16,00 €",
    "7,00 €",
    null,
    "23,00 €",
  ]);
  expect(screen.getByText("di cui IVA 4,15 €")).toBeVisible();
});

test("a net buyer is told that the amount missing to free delivery is without VAT, as that of his goods", async () => {
  await open(true);
  expect(screen.getByText(/^Ti mancano 43,00\s€ \(IVA esclusa\) alla spedizione gratuita$/)).toBeVisible();
  expect(screen.getByRole("progressbar")).toHaveAccessibleName(
    /^Spedizione gratuita da 59,00\s€ \(IVA esclusa\)$/,
  );
});
