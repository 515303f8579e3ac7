// The VAT number of an invoice: the number of a business in another country is checked, as a valid one removes the tax.
import { fireEvent, screen } from "@testing-library/react";
import { filledForm, openCheckout } from "../../../tests/checkout.tsx";
import type { CheckoutPage } from "../../core/types.ts";

const abroad = { ...filledForm().billing, country: "DE", state: "", postcode: "10115", city: "Berlin" };
const vat: NonNullable<CheckoutPage["vat"]> = {
  rules: {
    countries: ["DE", "FR"],
    number_of_countries: 26,
    optional: true,
    delivery_country_matters: false,
    for_invoice: true,
  },
  field: { country: "DE", value: "", status: "unvalidated" },
  known: "",
  notice: "",
  token: "t",
};
const form = (billing: CheckoutPage["form"]["billing"]) => ({ ...filledForm(), billing });
const request = () => fireEvent.click(screen.getByRole("checkbox", { name: /fattura/i }));
const choose = (name: RegExp) => fireEvent.click(screen.getByRole("radio", { name }));
const checked = () => document.querySelector<HTMLInputElement>("input[name=billing_vat_number]");
const plain = () => document.querySelector<HTMLInputElement>("input[name=vat_number]:not([type=hidden])");
const sent = () => document.querySelector<HTMLInputElement>("input[name=vat_number]")?.value;

test("a business of another country has the number of its invoice checked", async () => {
  await openCheckout({ vat, form: form(abroad) });
  expect(checked()).toBeNull();
  request();
  choose(/azienda|impresa/i);
  expect(checked()).toBeVisible();
  expect(checked()).toBeRequired();
  expect(plain()).toBeNull();
  fireEvent.change(checked() as HTMLElement, { target: { value: "DE129273398" } });
  expect(sent()).toBe("DE129273398");
});

test("what was typed into the plain field is carried over to the VAT field", async () => {
  const field = { ...vat.field, country: "IT" };
  await openCheckout({ vat: { ...vat, field }, form: form(filledForm().billing) });
  request();
  choose(/azienda|impresa/i);
  expect(checked()).toBeNull();
  fireEvent.change(plain() as HTMLElement, { target: { value: "DE129273398" } });
  fireEvent.change(screen.getByLabelText("Paese/Regione"), { target: { value: "DE" } });
  expect(checked()).toHaveValue("DE129273398");
  expect(sent()).toBe("DE129273398");
});

test.each([
  ["consumer", /privato|persona/i],
  ["public body", /pubblica/i],
])("a %s has no number to check", async (_, name) => {
  await openCheckout({ vat, form: form(abroad) });
  request();
  choose(name);
  expect(checked()).toBeNull();
});

test("while a valid number removes the tax, its invoice request cannot be withdrawn", async () => {
  const field = { ...vat.field, value: "DE129273398", status: "valid" as const };
  await openCheckout({ vat: { ...vat, field, known: "DE129273398" }, form: form(abroad) });
  expect(screen.getByRole("checkbox", { name: /fattura/i })).toBeChecked();
  expect(screen.getByRole("checkbox", { name: /fattura/i })).toBeDisabled();
  expect(screen.getByRole("radio", { name: /privato|persona/i })).toBeDisabled();
  expect(checked()).toHaveValue("DE129273398");
});
