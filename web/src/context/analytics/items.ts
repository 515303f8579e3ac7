// Products, lines and lists in the form of events. The rules decide which field of an event comes from which of these.

import type {
  AnalyticsForm,
  AnalyticsItem,
  Cart,
  CartItem,
  PageData,
  ProductCard,
} from "../../core/types.ts";

/** A list of products on a page. */
export interface List {
  /** Empty if the page has no name for it. */
  name: string;
  items: AnalyticsItem[];
  paths: string[];
}

const RELATED = "Related Products";
const UPSELLS = "Up-Sell Products";
const SUGGESTED = "Suggested Products";

export function cardItem(card: ProductCard): AnalyticsItem {
  return {
    id: card.id,
    name: card.name,
    sku: card.sku,
    product_type: card.product_type,
    stock_status: !card.in_stock ? "outofstock" : card.on_backorder ? "onbackorder" : "instock",
    stock_level: card.stock_level ?? null,
    link: new URL(card.path, window.location.origin).href,
    categories: card.categories,
    price: card.price.price_cents === null ? "" : String(card.price.price_cents),
  };
}

function list(name: string, cards: readonly ProductCard[], from = 1): List {
  const items = cards.map((card, at) => ({ ...cardItem(card), position: from + at }));
  return { name, items, paths: cards.map((card) => card.path) };
}

/** Returns the lists of a page, in page order. */
export function pageLists({ page }: PageData): List[] {
  const lists = (): List[] => {
    switch (page.kind) {
      case "home":
      case "content":
        return page.blocks.map((block) => list(block.title, block.cards));
      case "listing":
        return [list("", page.cards, (page.page - 1) * page.per_page + 1), list(SUGGESTED, page.suggestions)];
      case "product":
        return [list(UPSELLS, page.upsells), list(RELATED, page.related)];
      default:
        return [];
    }
  };
  return lists().filter(({ items }) => items.length > 0);
}

export function lineItem(line: CartItem, quantity = line.quantity): AnalyticsItem {
  const { bottega_categories: categories, bottega_price_after_coupons: reduced } = line.extensions;
  const { bottega_stock_level: level } = line.extensions;
  const parent = Number(line.extensions.bottega_parent_id ?? 0);
  return {
    id: line.id,
    parent_id: parent || null,
    name: line.name,
    sku: line.sku,
    product_type: line.type === "variation" ? "variable" : line.type,
    categories: categories?.split("\n") ?? [],
    stock_level: level === undefined ? null : Number(level),
    variation: line.variation.map(({ value }) => value),
    quantity,
    price: line.prices.price,
    line_total: line.totals.line_total,
    price_after_coupon_discount: reduced ?? "",
    currency_minor_unit: line.prices.currency_minor_unit,
  };
}

/** Builds an event about a whole cart. */
export function cartForm(event: AnalyticsForm["event"], { items, totals, coupons }: Cart): AnalyticsForm {
  return {
    event,
    items: items.map((line) => lineItem(line)),
    currency_code: totals.currency_code,
    currency_minor_unit: totals.currency_minor_unit,
    total_price: totals.total_price,
    coupons: coupons.map(({ code }) => code),
  };
}

/** Builds events for what a shopper added to and removed from a cart, line by line. */
export function changeForms(before: Pick<Cart, "items"> | null, after: Cart): AnalyticsForm[] {
  const was = new Map(before?.items.map((line) => [line.key, line]));
  const form = (
    event: "add_to_cart" | "remove_from_cart",
    line: CartItem,
    quantity: number,
  ): AnalyticsForm => ({
    event,
    items: [lineItem(line, quantity)],
    currency_code: after.totals.currency_code,
    currency_minor_unit: after.totals.currency_minor_unit,
  });
  const changed = after.items.flatMap((line) => {
    const more = line.quantity - (was.get(line.key)?.quantity ?? 0);
    was.delete(line.key);
    if (more === 0) return [];
    return [more > 0 ? form("add_to_cart", line, more) : form("remove_from_cart", line, -more)];
  });
  return [...changed, ...[...was.values()].map((line) => form("remove_from_cart", line, line.quantity))];
}
