// What the state field of a destination is; the core says so. Its rules of addresses are loaded when a country is chosen.

import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { Lang, ShippingCalculator } from "../../core/types.ts";

/** The fields of a country's destination. */
export interface Region {
  country: string;
  field: ShippingCalculator["state_field"];
  label: string;
  postcode_label: string;
}

/** The fields of a country, and what stays of the state chosen before. */
export async function regionOf(
  country: string,
  state: string,
  lang: Lang,
): Promise<{ region: Region; state: string }> {
  await loadRules("forms");
  const fields = core().addressFields("shipping", country, lang, {
    company: "optional",
    address_2: "optional",
    phone: "optional",
  });
  const label = (name: string) => fields.find(({ field }) => field === name)?.label ?? "";
  const region: Region = {
    country,
    field: core().stateField(country, lang) as Region["field"],
    label: label("state"),
    postcode_label: label("postcode"),
  };
  return { region, state: core().keptState(country, state) };
}

/** Tells scripts of others that the state field follows the country: before it does, and after it has. */
export function tellCountryChange(
  name: "country_to_state_changing" | "country_to_state_changed",
  country: string,
): void {
  document.body.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { country } }));
}
