import { core } from "../../core/core.ts";
import type { Address, AddressField, AddressKind, CheckoutForm } from "../../core/types.ts";

/** Gives an address field a new value. A new country keeps the state only where it fits. */
export function withAddressField<F extends Record<AddressKind, Address>>(
  form: F,
  kind: AddressKind,
  field: AddressField,
  value: string,
): F {
  const before = form[kind];
  const address: Address = { ...before, [field]: value };
  if (field === "country") address.state = core().keptState(value, before.state);
  return { ...form, [kind]: address };
}

/** The address that the goods go to. */
export function destination(form: CheckoutForm): Address {
  return form.ship_to_different_address ? form.shipping : form.billing;
}

const INVOICE_FIELDS = ["vat_number", "tax_code", "sdi_code", "pec"];

/** Whether a field belongs to the request for an invoice. */
export function isInvoiceField(name: string): boolean {
  return INVOICE_FIELDS.includes(name);
}
