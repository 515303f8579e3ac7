// Conversion between a coupon and its form values.

import { core } from "../../core/core.ts";
import type { CouponForm, NamedEntry } from "../api/types.ts";
import { unnamed } from "../components/EntryPicker.tsx";
import type { Values } from "../components/fields.tsx";
import type { Lang } from "../words/texts.ts";

const TEXTS = [
  "code",
  "kind",
  "amount",
  "description",
  "minimum",
  "maximum",
  "usage_limit",
  "usage_limit_per_user",
  "item_limit",
  "last_day",
] as const;
const FLAGS = ["shown_in_cart", "free_shipping", "individual_use", "excludes_sale_items"] as const;
const AMOUNTS: readonly string[] = ["amount", "minimum", "maximum"];

/** Coupon fields that hold lists of ids. */
export const ENTRIES = [
  "product_ids",
  "excluded_product_ids",
  "category_ids",
  "excluded_category_ids",
] as const;
export type EntryField = (typeof ENTRIES)[number];
export type Entries = Record<EntryField, NamedEntry[]>;

/** Defaults of a new coupon. */
export const blank: CouponForm = {
  code: "",
  kind: "percent",
  amount: "",
  description: "",
  shown_in_cart: false,
  free_shipping: false,
  individual_use: false,
  excludes_sale_items: false,
  product_ids: [],
  excluded_product_ids: [],
  category_ids: [],
  excluded_category_ids: [],
  minimum: "",
  maximum: "",
  usage_limit: "",
  usage_limit_per_user: "",
  item_limit: "",
  last_day: "",
  emails: [],
};

/** Converts a coupon to form values, with amounts formatted for the language. */
export function valuesOf(fields: CouponForm, lang: Lang): Values {
  const values: Values = { emails: fields.emails.join("\n") };
  for (const name of TEXTS) {
    const text = fields[name];
    values[name] = AMOUNTS.includes(name) ? core().formatDecimal(text, lang) : text;
  }
  for (const name of FLAGS) values[name] = fields[name];
  return values;
}

/** Resolves a coupon's ids to entries with names. */
export function entriesOf(fields: CouponForm, products: NamedEntry[], categories: NamedEntry[]): Entries {
  const named = (ids: number[], known: NamedEntry[]) =>
    ids.map((id) => known.find((one) => one.id === id) ?? unnamed(id));
  return {
    product_ids: named(fields.product_ids, products),
    excluded_product_ids: named(fields.excluded_product_ids, products),
    category_ids: named(fields.category_ids, categories),
    excluded_category_ids: named(fields.excluded_category_ids, categories),
  };
}

/** Splits the text of a text area into entries, at line breaks, commas and semicolons. */
export const listOf = (text: unknown): string[] =>
  String(text ?? "")
    .split(/[\n,;]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** Converts form values to the request body. */
export function fieldsOf(values: Values, entries: Entries): CouponForm {
  const fields: Record<string, unknown> = { emails: listOf(values.emails) };
  for (const name of TEXTS) fields[name] = String(values[name] ?? "");
  for (const name of FLAGS) fields[name] = Boolean(values[name]);
  for (const name of ENTRIES) fields[name] = entries[name].map((entry) => entry.id);
  return fields as CouponForm;
}
