import { core } from "../../core/core.ts";
import type { Address, AddressField, AddressKind } from "../../core/types.ts";

/** Addresses whose state was derived from the postcode, with that state. */
const filledStates = new WeakMap<Address, string>();

/** Fields from which the state can be derived. */
const STATE_SOURCES: readonly AddressField[] = ["country", "postcode", "city"];

/** Sets an address field. A new country clears the state; a postcode may fill it in. */
export function withAddressField<F extends Record<AddressKind, Address>>(
  form: F,
  kind: AddressKind,
  field: AddressField,
  value: string,
): F {
  const before = form[kind];
  const address: Address = { ...before, [field]: value };
  if (field === "country")
    address.state = core().stateAfterCountryChange(before.country, value, before.state);
  let filled = field === "state" ? "" : (filledStates.get(before) ?? "");
  if (STATE_SOURCES.includes(field)) {
    const { country, postcode, city, state } = address;
    const found = core().filledState(country, postcode, city, state, filled);
    if (found != null) {
      address.state = found;
      filled = found;
    }
  }
  if (filled) filledStates.set(address, filled);
  return { ...form, [kind]: address };
}
