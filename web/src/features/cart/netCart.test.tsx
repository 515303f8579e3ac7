// For buyers who see net prices: lines without VAT, a row for the VAT, and the payable total. The responses were recorded from a
// real shop.
import { act, screen, within } from "@testing-library/react";
import { openPage, shopPage } from "../../../tests/page.tsx";
import { serve } from "../../../tests/server.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Opens the cart: one line of €13.11 plus €2.89 VAT, delivery of €5.74 plus €1.26 VAT. */
async function open(netCart: boolean): Promise<void> {
  serve(({ path }) => ({ body: path === "/api/cart/offers" ? { coupons: [], credits: [] } : null }));
  const page = shopPage("cart", { express: null });
  await openPage({ ...page, shell: { ...page.shell, net_cart: netCart } });
  await act(() => jest.runAllTimersAsync());
}

/** Returns the amount beside a label in the totals; `null` if there is no such row. */
function amount(name: string): string | null {
  const term = within(screen.getByRole("main"))
    .queryAllByRole("term")
    .find(({ firstChild }) => firstChild?.textContent === name);
  return term?.nextElementSibling?.textContent?.replace(/\s/g, " ") ?? null;
}

test("a net buyer's cart shows lines and delivery without VAT, then the VAT, then the payable total", async () => {
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

test("for a net buyer the amount missing for free delivery is marked as without VAT", async () => {
  await open(true);
  expect(screen.getByText(/^Ti mancano 43,00\s€ \(IVA esclusa\) alla spedizione gratuita$/)).toBeVisible();
  expect(screen.getByRole("progressbar")).toHaveAccessibleName(
    /^Spedizione gratuita da 59,00\s€ \(IVA esclusa\)$/,
  );
});
