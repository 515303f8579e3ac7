// Notes that were not processed before the page was left are stored in the tab for its next page, so that a shopper who navigates
// faster than the counting code loads is still counted. This happens only if the rules allow counting, never before they do.

import type { AnalyticsFrame, Cart, PageData } from "../../core/types.ts";
import { consentInputs } from "../consent/consentStore.ts";
import { MAX_WAITING_NOTES, type Note } from "./notes.ts";

const STORAGE_KEY = "bottega_notes";

/** The parts of a page that events are built from. Addresses, forms and texts are never stored. */
const COUNTED_PARTS = [
  ...["kind", "blocks", "cards", "page", "per_page", "suggestions", "search", "total", "card", "upsells"],
  ...["related", "number"],
];

interface StoredNotes {
  /** The input for which the rules allowed counting. */
  allowedFor: string;
  notes: Note[];
}

/** Everything that the rules' answer depends on: equal inputs have equal answers. */
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

function loadNotes(): StoredNotes | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") as StoredNotes | null;
  } catch {
    return null;
  }
}

function writeNotes(stored: StoredNotes): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(stored));
  } catch {
    // Storage is forbidden or full, so unprocessed notes are lost.
  }
}

/** Whether the rules allowed counting on an earlier page, with the same choices and settings. */
export const wasAllowed = (analytics: AnalyticsFrame): boolean =>
  loadNotes()?.allowedFor === inputs(analytics);

/** Appends notes to the stored ones. Call it only if the visitor may be counted. */
export function storeNotes(analytics: AnalyticsFrame, notes: readonly Note[]): void {
  const all = [...(loadNotes()?.notes ?? []), ...notes.map(bare)];
  writeNotes({ allowedFor: inputs(analytics), notes: all.slice(0, MAX_WAITING_NOTES) });
}

/** Returns the stored notes and removes them. */
export function takeStoredNotes(analytics: AnalyticsFrame): Note[] {
  const notes = loadNotes()?.notes ?? [];
  if (notes.length > 0) writeNotes({ allowedFor: inputs(analytics), notes: [] });
  return notes;
}

/** Removes all stored notes because counting is not allowed. */
export function clearStoredNotes(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is forbidden, so there is nothing to remove.
  }
}
