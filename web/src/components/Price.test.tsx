// Quantity prices, and prices that are visible only after login.
import { screen, within } from "@testing-library/react";
import { openPage, shopPage } from "../../tests/page.tsx";
import { serve } from "../../tests/server.ts";
import type { PriceView } from "../core/types.ts";

/** Opens a product page whose price has further fields. */
function open(more: Partial<PriceView>) {
  serve(() => ({ body: null }));
  const { shell, head, page } = shopPage<"product">("product-spoon", { express: null });
  const card = { ...page.card, price: { ...page.card.price, ...more } };
  return openPage({ shell: { ...shell, path: page.card.path }, head, page: { ...page, card } });
}

test("a product with quantity prices lists the price of each tier", async () => {
  const tiers = [
    { from_quantity: 6, price_cents: 950 },
    { from_quantity: 12, price_cents: 890 },
  ];
  await open({ tiers, least_cents: 890 });
  const table = within(screen.getByRole("table", { name: "Prezzi per quantità" }));
  const rows = table.getAllByRole("row").map((row) => row.textContent?.replace(/\s/g, " "));
  expect(rows).toEqual(["da 6 pezzi9,50 €", "da 12 pezzi8,90 €"]);
});

test("a product with a single price has no table", async () => {
  await open({});
  expect(screen.queryByRole("table", { name: "Prezzi per quantità" })).toBeNull();
});

test("a visitor who must log in to see prices gets a login link and cannot buy", async () => {
  await open({ hidden: true, price_cents: null });
  expect(screen.getByRole("link", { name: "Accedi per vedere i prezzi" })).toHaveAttribute(
    "href",
    "/my-account/",
  );
  expect(screen.queryByRole("button", { name: /Aggiungi al carrello/ })).toBeNull();
});
