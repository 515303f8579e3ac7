import { core } from "../../core/core.ts";
import type { Address, CheckoutForm } from "../../core/types.ts";

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
