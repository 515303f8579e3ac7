// The product's form as the express calls take it.

import { core } from "../../core/core.ts";

export interface ProductChoice {
  /** Pieces as typed. */
  quantity: string;
  /** Chosen options by the names of their fields. */
  attributes: [string, string][];
  /** Add-ons, deposit, booking by the names of their fields. */
  choices: [string, string][];
  /** Names of all fields. */
  names: string[];
}

/** Reads the form in a part of the page; `null`: there is none. */
export function readForm(part: HTMLElement | null): ProductChoice | null {
  const form = part?.querySelector("form");
  if (!form) return null;
  const pairs = [...new FormData(form)].filter(
    (pair): pair is [string, string] => typeof pair[1] === "string" && pair[1] !== "",
  );
  const names = pairs.map(([name]) => name);
  const chosen = new Set(core().expressChoices(names));
  return {
    quantity: pairs.find(([name]) => name === "quantity")?.[1] ?? "1",
    attributes: pairs.filter(([name]) => name.startsWith("attribute_")),
    choices: pairs.filter(([name]) => chosen.has(name)),
    names,
  };
}

/** One piece of what the form has chosen so far, as fields: settings are given for what can be bought, and more of it or a choice
 * beside it may not be. */
export function openingFields(productId: number, part: HTMLElement | null): [string, string][] {
  const attributes = readForm(part)?.attributes ?? [];
  return callFields(productId, { quantity: "1", attributes, choices: [], names: [] });
}

/** The form as the fields of `get_selected_product_data` and `add_to_cart`. */
export function callFields(productId: number, choice: ProductChoice): [string, string][] {
  return [
    ["product_id", String(productId)],
    ["qty", choice.quantity],
    ...choice.attributes.map(([name, value]): [string, string] => [`attributes[${name}]`, value]),
    ...choice.choices,
  ];
}
