import { fireEvent, screen, waitFor } from "@testing-library/react";
import { renderOffice } from "../../../../tests/backOffice.tsx";
import { type Call, serve } from "../../../../tests/server.ts";
import { PricesPage } from "./PricesPage.tsx";

const OIL = "Olio: Prezzo del listino";

/** Opens the prices of a role that has one for the oil. The stub server stores saved prices and reformats them. */
function open(): Call[] {
  history.replaceState(null, "", "/admin/listini?owner=role-2");
  let price = "13,00";
  const row = () => ({ item_id: 7, name: "Olio", sku: "OLI", shop_cents: 1950, price, tiers: "" });
  const calls = serve(({ method, path }) => {
    if (path.startsWith("/api/admin/price-owners")) return { body: [{ id: "role-2", name: "Ristorazione" }] };
    if (path.startsWith("/api/admin/categories")) return { body: [] };
    if (method === "PUT") price = "12,50";
    return { body: { rows: [row()], total: 1, page: 1, pages: 1, with_tax: true } };
  });
  renderOffice(<PricesPage />);
  return calls;
}

test("saved prices are shown in the server's format, and the success message stays until the next input", async () => {
  const calls = open();
  fireEvent.change(await screen.findByLabelText(OIL), { target: { value: "12,5" } });
  const save = screen.getByRole("button", { name: "Salva" });
  fireEvent.click(save);
  expect(await screen.findByDisplayValue("12,50")).toBe(screen.getByLabelText(OIL));
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
    changes: [{ item_id: 7, price: "12,5", tiers: "" }],
  });
  expect(screen.getByText("Prezzi salvati: 1.")).toBeInTheDocument();
  expect(save).toHaveAttribute("aria-disabled", "true");
  fireEvent.change(screen.getByLabelText(OIL), { target: { value: "12" } });
  expect(screen.queryByText("Prezzi salvati: 1.")).toBeNull();
  expect(save).not.toHaveAttribute("aria-disabled");
});

test("a price list selected during a company search stays selected and opens", async () => {
  history.replaceState(null, "", "/admin/listini");
  const role = { id: "role-2", name: "Ristorazione" };
  const company = { id: "company-7", name: "Osteria" };
  let found = () => {};
  const looked = new Promise<void>((resolve) => {
    found = resolve;
  });
  const calls = serve(async ({ path }) => {
    if (path.startsWith("/api/admin/categories")) return { body: [] };
    if (path.startsWith("/api/admin/trade-prices"))
      return { body: { rows: [], total: 0, page: 1, pages: 1, with_tax: true } };
    if (!path.includes("search=")) return { body: [role, { id: "company-3", name: "Bar" }, company] };
    await looked;
    return { body: [role, company] };
  });
  renderOffice(<PricesPage />);
  fireEvent.change(await screen.findByLabelText("Cerca azienda"), { target: { value: "oste" } });
  fireEvent.click(screen.getByRole("button", { name: "Filtra" }));
  fireEvent.change(screen.getByLabelText("Listino di"), { target: { value: company.id } });
  found();
  await waitFor(() => expect(screen.queryByRole("option", { name: "Bar" })).toBeNull());
  expect(screen.getByLabelText("Listino di")).toHaveValue(company.id);
  fireEvent.click(screen.getByRole("button", { name: "Filtra" }));
  await waitFor(() => expect(calls.some(({ path }) => path.includes("/trade-prices/company-7"))).toBe(true));
});
