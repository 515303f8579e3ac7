// What the state field of a destination is; the core says so. Its rules of addresses are loaded when the form is opened.

import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { Lang, ShippingCalculator } from "../../core/types.ts";

/** The fields of a country's destination. */
export interface Region {
  country: string;
  field: ShippingCalculator["state_field"];
  label: string;
  postcode_label: string;
  /** Keyboard of a phone for the postcode; empty until the rules of addresses are there. */
  postcode_keys: string;
}

/** The fields of a country, and what stays of the state that was chosen in the country before. */
export async function regionOf(
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
  return { region, state: core().keptState(from, country, state) };
}
