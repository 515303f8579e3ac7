import { core } from "../../core/core.ts";
import type { Address, CheckoutForm } from "../../core/types.ts";

/** Returns the delivery address. */
export function destination(form: CheckoutForm): Address {
  return form.ship_to_different_address ? form.shipping : form.billing;
}

/** Returns the part of an address that delivery and taxes depend on, which is sent to the server before the order. */
export function locationFields(address: Address): Partial<Address> {
  const fields = core().refreshingFields();
  return Object.fromEntries(fields.map((field) => [field, address[field]]));
}

const INVOICE_FIELDS = ["vat_number", "tax_code", "sdi_code", "pec"];

/** Whether a field belongs to the invoice request. */
export function isInvoiceField(name: string): boolean {
  return INVOICE_FIELDS.includes(name);
}
