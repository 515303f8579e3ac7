import { core } from "../../core/core.ts";
import type { NamedEntry, RoleFields } from "../api/types.ts";
import { unnamed } from "../components/EntryPicker.tsx";
import type { Values } from "../components/fields.tsx";
import type { Lang } from "../words/texts.ts";

/** Payment and shipping methods, categories and products that are hidden from a role. */
export interface RoleLists {
  payment: string[];
  shipping: string[];
  categories: NamedEntry[];
  products: NamedEntry[];
}

/** Values of an empty role. */
export const blankRole: RoleFields = {
  slug: "",
  is_trade: true,
  name: "",
  name_en: "",
  needs_approval: true,
  net_prices: true,
  minimum_order: "",
  invoice_days: null,
  hidden_payment_methods: [],
  hidden_shipping_methods: [],
  hidden_category_ids: [],
  hidden_product_ids: [],
};

export function valuesOf(fields: RoleFields, lang: Lang): Values {
  return {
    slug: fields.slug,
    is_trade: fields.is_trade,
    name: fields.name,
    name_en: fields.name_en,
    needs_approval: fields.needs_approval,
    net_prices: fields.net_prices,
    minimum_order: fields.minimum_order && core().formatDecimal(fields.minimum_order, lang),
    invoice_days: typeof fields.invoice_days === "number" ? String(fields.invoice_days) : "",
  };
}

export function listsOf(fields: RoleFields, products: NamedEntry[], categories: NamedEntry[]): RoleLists {
  const entry = (among: NamedEntry[]) => (id: number) => among.find((one) => one.id === id) ?? unnamed(id);
  return {
    payment: fields.hidden_payment_methods,
    shipping: fields.hidden_shipping_methods,
    categories: fields.hidden_category_ids.map(entry(categories)),
    products: fields.hidden_product_ids.map(entry(products)),
  };
}

export function fieldsOf(values: Values, lists: RoleLists): RoleFields {
  const days = String(values.invoice_days).trim();
  return {
    slug: String(values.slug).trim(),
    is_trade: Boolean(values.is_trade),
    name: String(values.name),
    name_en: String(values.name_en),
    needs_approval: Boolean(values.needs_approval),
    net_prices: Boolean(values.net_prices),
    minimum_order: String(values.minimum_order),
    invoice_days: days === "" ? null : Number(days),
    hidden_payment_methods: lists.payment,
    hidden_shipping_methods: lists.shipping,
    hidden_category_ids: lists.categories.map((one) => one.id),
    hidden_product_ids: lists.products.map((one) => one.id),
  };
}
