// Reads the product form for the express calls.

import { core } from "../../core/core.ts";

export interface ProductChoice {
  /** Quantity as typed. */
  quantity: string;
  /** Chosen options by field name. */
  attributes: [string, string][];
  /** Add-ons, deposit and booking by field name. */
  choices: [string, string][];
  /** Names of all fields. */
  names: string[];
}

/** Reads the form within an element; returns `null` if there is none. */
export function readForm(part: HTMLElement | null): ProductChoice | null {
  const form = part?.querySelector("form");
  if (!form) return null;
  const entries = [...new FormData(form)].filter(
    (pair): pair is [string, string] => typeof pair[1] === "string" && pair[1] !== "",
  );
  const names = entries.map(([name]) => name);
  const chosen = new Set(core().expressChoices(names));
  return {
    quantity: entries.find(([name]) => name === "quantity")?.[1] ?? "1",
    attributes: entries.filter(([name]) => name.startsWith("attribute_")),
    choices: entries.filter(([name]) => chosen.has(name)),
    names,
  };
}

/**
 * Fields of a single piece with the options chosen so far. Settings are only returned for something that can be bought, which a
 * larger quantity or another choice may not be.
 */
export function openingFields(productId: number, part: HTMLElement | null): [string, string][] {
  const attributes = readForm(part)?.attributes ?? [];
  return callFields(productId, { quantity: "1", attributes, choices: [], names: [] });
}

/** Converts the form to the fields of `get_selected_product_data` and `add_to_cart`. */
export function callFields(productId: number, choice: ProductChoice): [string, string][] {
  return [
    ["product_id", String(productId)],
    ["qty", choice.quantity],
    ...choice.attributes.map(([name, value]): [string, string] => [`attributes[${name}]`, value]),
    ...choice.choices,
  ];
}
