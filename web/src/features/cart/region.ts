// The state field of a destination, as defined by the core. The address rules are loaded when the form is opened.

import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { Lang, ShippingCalculator } from "../../core/types.ts";

/** The address fields of a country. */
export interface Region {
  country: string;
  field: ShippingCalculator["state_field"];
  label: string;
  postcode_label: string;
  /** Input mode of the postcode; empty until the address rules are loaded. */
  postcode_keys: string;
}

/** Returns the fields of a country, and the part of the previously chosen state that is still valid. */
export async function loadRegion(
  from: string,
  country: string,
  state: string,
  lang: Lang,
): Promise<{ region: Region; state: string }> {
  await loadRules("checkout");
  const fields = core().addressFields("shipping", country, lang, {
    company: "optional",
    address_2: "optional",
    phone: "optional",
  });
  const rule = (name: string) => fields.find(({ field }) => field === name);
  const label = (name: string) => rule(name)?.label ?? "";
  const region: Region = {
    country,
    field: core().stateField(country, lang) as Region["field"],
    label: label("state"),
    postcode_label: label("postcode"),
    postcode_keys: rule("postcode")?.input_mode ?? "",
  };
  return { region, state: core().stateAfterCountryChange(from, country, state) };
}
