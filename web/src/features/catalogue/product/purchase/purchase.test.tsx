// Add-ons and bookings on a product page, with recorded responses of a real shop (tests/fixtures/purchases.json).
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { answers, openPage, shopPage } from "../../../../../tests/page.tsx";
import { serve } from "../../../../../tests/server.ts";

const purchases = answers("purchases");

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const open = (name: string) => openPage(shopPage<"product">(name, { express: null }));

test("a refused choice is an error at its field, which takes the focus and preserves what was typed", async () => {
  const calls = serve(({ path }) =>
    path.endsWith("/add-item")
      ? { status: 400, body: purchases.refused["244"], headers: { Nonce: "a-nonce" } }
      : { body: path.includes("purchase") ? purchases.card : null, headers: { Nonce: "a-nonce" } },
  );
  await open("product-snacks");
  const card = screen.getByLabelText(/Biglietto con dedica/);
  fireEvent.change(card, { target: { value: "Auguri" } });
  fireEvent.click(screen.getByRole("button", { name: /^Aggiungi al carrello/ }));
  const error = await screen.findByText(/solo insieme a «Confezione regalo»/);
  expect(error.closest("[role=alert]")).toBeVisible();
  expect(calls.find(({ path }) => path.endsWith("/add-item"))?.body).toMatchObject({
    "addon-biglietto": "Auguri",
  });
  await waitFor(() => expect(card).toHaveFocus());
  expect(card).toHaveAttribute("aria-invalid", "true");
  expect(card).toHaveAccessibleDescription(/solo insieme a «Confezione regalo»/);
  expect(card).toHaveValue("Auguri");
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.click(screen.getByRole("checkbox", { name: /Confezione regalo/ }));
  await waitFor(() => expect(card).not.toHaveAttribute("aria-invalid", "true"));
});

test("another day shows its times, and a day without times leads to the next one", async () => {
  const calls = serve(({ form }) => ({ body: purchases[form.get("wc_bookings_field_date") ?? ""] ?? null }));
  await open("product-course");
  expect(screen.getByRole("radio", { name: /^11:00–12:30/ })).toBeVisible();
  fireEvent.change(screen.getByLabelText("Giorno"), { target: { value: "2026-11-29" } });
  expect(await screen.findByText(/Nessun orario domenica/)).toBeVisible();
  expect(screen.queryByRole("radio", { name: /^11:00–12:30/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /^Primo giorno libero: sabato/ }));
  expect(await screen.findByRole("radio", { name: /^16:30–18:00/ })).toBeVisible();
  expect(calls.map(({ form }) => form.get("wc_bookings_field_date"))).toEqual(["2026-11-29", "2026-12-05"]);
});
