import { core } from "../../core/core.ts";
import type { Address, AddressField, AddressKind, CheckoutForm } from "../../core/types.ts";

/** Addresses whose state was filled in by their postcode, and what it was. */
const filledIn = new WeakMap<Address, string>();

/** The fields that may say in which state an address is. */
const TELLING: readonly AddressField[] = ["country", "postcode", "city"];

/** Gives an address field a new value. A new country keeps the state only where it fits; a postcode may fill it in. */
export function withAddressField<F extends Record<AddressKind, Address>>(
  form: F,
  kind: AddressKind,
  field: AddressField,
  value: string,
): F {
  const before = form[kind];
  const address: Address = { ...before, [field]: value };
  if (field === "country") address.state = core().keptState(value, before.state);
  let filled = field === "state" ? "" : (filledIn.get(before) ?? "");
  if (TELLING.includes(field)) {
    const { country, postcode, city, state } = address;
    const found = core().filledState(country, postcode, city, state, filled);
    if (found != null) {
      address.state = found;
      filled = found;
    }
  }
  if (filled) filledIn.set(address, filled);
  return { ...form, [kind]: address };
}

/** The address that the goods go to. */
export function destination(form: CheckoutForm): Address {
  return form.ship_to_different_address ? form.shipping : form.billing;
}

/** The part of an address that decides on delivery and taxes: what the server is told before the order. */
export function placeOf(address: Address): Partial<Address> {
  const fields = core().refreshingFields();
  return Object.fromEntries(fields.map((field) => [field, address[field]]));
}

const INVOICE_FIELDS = ["vat_number", "tax_code", "sdi_code", "pec"];

/** Whether a field belongs to the request for an invoice. */
export function isInvoiceField(name: string): boolean {
  return INVOICE_FIELDS.includes(name);
}
