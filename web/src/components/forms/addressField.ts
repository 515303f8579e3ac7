import { core } from "../../core/core.ts";
import type { Address, AddressField, AddressKind } from "../../core/types.ts";

/** Addresses whose state was filled in by their postcode, and what it was. */
const filledIn = new WeakMap<Address, string>();

/** The fields that may say in which state an address is. */
const TELLING: readonly AddressField[] = ["country", "postcode", "city"];

/** Gives an address field a new value. A new country has no state yet; a postcode may fill it in. */
export function withAddressField<F extends Record<AddressKind, Address>>(
  form: F,
  kind: AddressKind,
  field: AddressField,
  value: string,
): F {
  const before = form[kind];
  const address: Address = { ...before, [field]: value };
  if (field === "country") address.state = core().keptState(before.country, value, before.state);
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
