// Records what happens on pages for analytics. The code that records a note knows nothing of consent or services: notes wait
// until the visitor's consent is known, and are dropped if it is refused.

import type { Cart, PageData, ProductPage } from "../../core/types.ts";
import { wholeAddress } from "../documents.ts";

export type Note =
  /**
   * A page is shown. `url` and `referrer` are captured immediately, since another page may be shown by the time the note is
   * processed.
   */
  | { kind: "page"; data: PageData; url?: string; referrer?: string }
  /** A product is shown in the quick view. */
  | { kind: "quick_view"; page: ProductPage }
  /** The shopper changed the cart. `before` is `null` if it was empty or unknown. */
  | { kind: "cart"; before: Cart | null; after: Cart }
  /** A plain form is submitted. Its effect on the cart is computed by the cart page, if that is the next page. */
  | { kind: "form_sent"; before: Cart | null }
  /** A wallet's sheet opened over a page. */
  | { kind: "sheet"; cart: Cart }
  /** The shopper chose a delivery method. */
  | { kind: "delivery"; cart: Cart; tier: string }
  /** The shopper chose a payment method. */
  | { kind: "payment"; cart: Cart; type: string }
  /** The order is submitted, with the current choices. */
  | { kind: "ordering"; cart: Cart; tier: string; type: string };

/** Consent is known within seconds, and a visitor does not do more in that time. */
export const MAX_WAITING_NOTES = 50;

let activeReader: ((one: Note) => void) | null = null;
let waiting: Note[] = [];
let open = true;
let page: Note | null = null;

/** Analytics must not break the shop: errors in it, or in a script that hooks into the data layer, are only logged. */
function deliver(one: Note, reader: (one: Note) => void): void {
  try {
    reader(one);
  } catch (error) {
    console.error(error);
  }
}

/** Records what happened. */
export function note(given: Note): void {
  const one = given.kind === "page" ? { url: wholeAddress(), referrer: document.referrer, ...given } : given;
  if (one.kind === "page") page = one;
  if (activeReader) deliver(one, activeReader);
  else if (open && waiting.length < MAX_WAITING_NOTES) waiting.push(one);
}

/** Drops waiting and future notes because counting is not allowed. */
export function closeNotes(): void {
  activeReader = null;
  open = false;
  waiting = [];
}

/** Lets notes wait because counting is about to start. Dropped notes stay dropped, except for the current page's. */
export function openNotes(): void {
  if (open) return;
  open = true;
  waiting = page ? [page] : [];
}

/** Prepends the notes of the previous page. */
export function resumeNotes(notes: readonly Note[]): void {
  waiting = [...notes, ...waiting];
}

/** Returns the waiting notes and removes them. */
export const takeWaitingNotes = (): Note[] => waiting.splice(0);

/** Drops the current page's note because the page is about to be reloaded, which records it again. */
export function dropCurrentPage(): void {
  waiting = waiting.filter((one) => one !== page);
}

/** Passes all notes to a reader, the waiting ones first. */
export function consumeNotes(reader: (one: Note) => void): void {
  if (!open) return;
  activeReader = reader;
  for (const one of waiting.splice(0)) deliver(one, reader);
}

/** Resets the module for tests. */
export function resetNotes(): void {
  activeReader = page = null;
  open = true;
  waiting = [];
}
