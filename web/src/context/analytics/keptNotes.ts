// Notes that nobody has read when the page is left: the tab keeps them for its next page, so that a shopper who is quicker than the
// scripts that count is counted all the same. Only where the rules allow counting, never before they do.

import type { AnalyticsFrame, Cart, PageData } from "../../core/types.ts";
import { consentInputs } from "../consent/consentStore.ts";
import { MOST_WAITING, type Note } from "./notes.ts";

const KEPT = "bottega_notes";

/** What events are made of. Addresses, forms and texts of a page stay out of the store. */
const COUNTED_PARTS = [
  ...["kind", "blocks", "cards", "page", "per_page", "suggestions", "search", "total", "card", "upsells"],
  ...["related", "number"],
];

interface Kept {
  /** What the rules were asked when they allowed counting. */
  allowedFor: string;
  notes: Note[];
}

/** All that the answer of the rules depends on. While it is the same, so is the answer. */
const inputs = (analytics: AnalyticsFrame) => JSON.stringify([analytics, consentInputs()]);

const bareCart = <C extends Cart | null>(cart: C): C =>
  (cart && { items: cart.items, totals: cart.totals, coupons: cart.coupons }) as C;

function barePage({ page }: PageData): PageData {
  const parts = Object.entries(page).filter(([name]) => COUNTED_PARTS.includes(name));
  const cart = "cart" in page ? { cart: bareCart(page.cart as Cart) } : {};
  return { page: { ...Object.fromEntries(parts), ...cart } } as unknown as PageData;
}

function bare(one: Note): Note {
  switch (one.kind) {
    case "page":
      return { ...one, data: barePage(one.data) };
    case "quick_view":
      return { ...one, page: barePage({ page: one.page } as unknown as PageData).page as typeof one.page };
    case "cart":
      return { ...one, before: bareCart(one.before), after: bareCart(one.after) };
    case "form_sent":
      return { ...one, before: bareCart(one.before) };
    default:
      return { ...one, cart: bareCart(one.cart) };
  }
}

function read(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

function write(kept: Kept): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // Storage is forbidden or full: what was not read is lost.
  }
}

/** Whether the rules allowed counting on a page before, under the same choices and settings. */
export const wasAllowed = (analytics: AnalyticsFrame): boolean => read()?.allowedFor === inputs(analytics);

/** Keeps notes behind those that are kept already. Only for who may be counted. */
export function keepNotes(analytics: AnalyticsFrame, notes: readonly Note[]): void {
  const all = [...(read()?.notes ?? []), ...notes.map(bare)];
  write({ allowedFor: inputs(analytics), notes: all.slice(0, MOST_WAITING) });
}

/** Gives what is kept, once: it is kept no more. */
export function takeKeptNotes(analytics: AnalyticsFrame): Note[] {
  const notes = read()?.notes ?? [];
  if (notes.length > 0) write({ allowedFor: inputs(analytics), notes: [] });
  return notes;
}

/** Nobody may be counted: nothing is kept. */
export function forgetKeptNotes(): void {
  try {
    sessionStorage.removeItem(KEPT);
  } catch {
    // Storage is forbidden: then nothing is in it.
  }
}
