// Conversion between a product and its form values. Validation is left to the server.

import { core } from "../../../core/core.ts";
import type {
  DetailsChange,
  DetailsFields,
  PictureRow,
  ProductChange,
  ProductDetail,
  VariationChange,
  VariationDetail,
} from "../../api/types.ts";
import type { Values } from "../../components/fields.tsx";
import type { Lang } from "../../words/texts.ts";
import { PURCHASE, type PurchaseForm } from "./purchase.ts";

/** Fields common to products and variations. */
const ITEM_FIELDS = [
  "status",
  "regular_price",
  "sale_price",
  "sale_from",
  "sale_to",
  "stock_quantity",
  "stock_status",
  "backorders",
  "low_stock_amount",
  "quantity_min",
  "quantity_max",
  "quantity_step",
] as const;
const TEXT_FIELDS = ["name", "short_description", "description"] as const;

function itemValues(item: ProductDetail | VariationDetail, prefix: string, lang: Lang): Values {
  const values: Values = { [`${prefix}stock_managed`]: item.stock_managed };
  for (const field of ITEM_FIELDS) {
    const text = String(item[field] ?? "");
    values[prefix + field] = field.endsWith("_price") ? core().formatDecimal(text, lang) : text;
  }
  return values;
}

/** Returns the field name prefix of a variation. */
export const variationPrefix = (id: number) => `variations.${id}.`;

/** Returns how a change refers to a picture: by file, or by source if it was never downloaded; empty for none. */
export const pictureName = (picture: PictureRow | null | undefined) => picture?.file || picture?.source || "";

/** Converts a product to form values, with prices formatted for the language; the server parses both formats. */
export function valuesOf(product: ProductDetail, lang: Lang): Values {
  const values = itemValues(product, "", lang);
  for (const field of TEXT_FIELDS) values[field] = product[field];
  values[PURCHASE] = JSON.stringify(product.purchase);
  for (const [name, text] of Object.entries(product.texts)) values[`texts.${name}`] = text;
  for (const variation of product.variations) {
    const prefix = variationPrefix(variation.id);
    Object.assign(values, itemValues(variation, prefix, lang), {
      [`${prefix}sku`]: variation.sku,
      [`${prefix}picture`]: pictureName(variation.picture),
    });
    for (const [name, text] of Object.entries(variation.texts)) values[`${prefix}texts.${name}`] = text;
  }
  return values;
}

function itemChange(item: ProductDetail | VariationDetail, values: Values, loaded: Values, prefix: string) {
  const change: Record<string, unknown> = {};
  for (const field of [...ITEM_FIELDS, "stock_managed"]) {
    if (values[prefix + field] !== loaded[prefix + field]) change[field] = values[prefix + field];
  }
  if ("stock_quantity" in change) change.expected_stock_quantity = item.stock_quantity;
  return change;
}

/** Returns the changed texts of a product or variation as a part of the request. */
function textsChange(texts: Record<string, string>, values: Values, loaded: Values, prefix: string) {
  const field = (name: string) => `${prefix}texts.${name}`;
  const changed = Object.keys(texts).filter((name) => values[field(name)] !== loaded[field(name)]);
  if (changed.length === 0) return {};
  return { texts: Object.fromEntries(changed.map((name) => [name, String(values[field(name)])])) };
}

/** Returns the changed values; `null` if nothing changed. */
export function changeOf(product: ProductDetail, loaded: Values, values: Values): ProductChange | null {
  const change: ProductChange = itemChange(product, values, loaded, "");
  for (const field of TEXT_FIELDS) {
    if (values[field] !== loaded[field]) change[field] = String(values[field]);
  }
  if (values[PURCHASE] !== loaded[PURCHASE]) {
    change.purchase = JSON.parse(String(values[PURCHASE])) as PurchaseForm;
  }
  Object.assign(change, textsChange(product.texts, values, loaded, ""));
  const variations: VariationChange[] = product.variations
    .map((one) => {
      const prefix = variationPrefix(one.id);
      const sku = values[`${prefix}sku`];
      const renamed = sku === loaded[`${prefix}sku`] ? {} : { sku: String(sku) };
      const picture = values[`${prefix}picture`];
      const pictured = picture === loaded[`${prefix}picture`] ? {} : { picture: String(picture) };
      return {
        id: one.id,
        ...renamed,
        ...pictured,
        ...textsChange(one.texts, values, loaded, prefix),
        ...itemChange(one, values, loaded, prefix),
      };
    })
    .filter((one) => Object.keys(one).length > 1);
  if (variations.length > 0) change.variations = variations;
  return Object.keys(change).length > 0 ? change : null;
}

/** Returns the product with the current stock from a conflict error, so that saving again overwrites it on purpose. */
export function withCurrentStock(product: ProductDetail, present: Map<string, number>): ProductDetail {
  return {
    ...product,
    stock_quantity: present.get("stock_quantity") ?? product.stock_quantity,
    variations: product.variations.map((one) => ({
      ...one,
      stock_quantity: present.get(`${variationPrefix(one.id)}stock_quantity`) ?? one.stock_quantity,
    })),
  };
}

/** Returns the product's details with measures formatted for the language. */
export function detailsOf(product: ProductDetail, lang: Lang): DetailsFields {
  const decimal = (text: string) => core().formatDecimal(text, lang);
  const { details } = product;
  const nutrition = Object.entries(details.nutrition).map(([name, text]) => [name, decimal(text)]);
  return {
    ...details,
    weight: decimal(details.weight),
    length: decimal(details.length),
    width: decimal(details.width),
    height: decimal(details.height),
    nutrition: Object.fromEntries(nutrition),
  };
}

/** Returns the changed details; `null` if nothing changed. */
export function detailsChange(loaded: DetailsFields, details: DetailsFields): DetailsChange | null {
  const names = Object.keys(details) as (keyof DetailsFields)[];
  const changed = names.filter((name) => JSON.stringify(details[name]) !== JSON.stringify(loaded[name]));
  if (changed.length === 0) return null;
  return Object.fromEntries(changed.map((name) => [name, details[name]])) as DetailsChange;
}
