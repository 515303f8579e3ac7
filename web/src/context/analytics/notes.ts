// What happens on pages, noted for whoever counts it. Who notes something knows nothing of consent or of services: notes wait until the
// visitor's consent is known, and are dropped where he gives none.

import type { Cart, PageData, ProductPage } from "../../core/types.ts";
import { wholeAddress } from "../documents.ts";

export type Note =
  /** A page is shown. `url`, `referrer`: where, as it is noted, since another page may be shown by the time it is read. */
  | { kind: "page"; data: PageData; url?: string; referrer?: string }
  /** A product is shown over a page. */
  | { kind: "quick_view"; page: ProductPage }
  /** A shopper has changed the cart; `before`: `null` while it was empty or not known. */
  | { kind: "cart"; before: Cart | null; after: Cart }
  /** A form is sent that the server takes: what it does to the cart, the cart's page shows, should it come next. */
  | { kind: "form_sent"; before: Cart | null }
  /** A wallet's sheet has opened over a page. */
  | { kind: "sheet"; cart: Cart }
  /** A delivery was chosen. */
  | { kind: "delivery"; cart: Cart; tier: string }
  /** A means of payment was chosen. */
  | { kind: "payment"; cart: Cart; type: string }
  /** The order is sent, with what is chosen then. */
  | { kind: "ordering"; cart: Cart; tier: string; type: string };

/** Before consent is known, within seconds, nobody does more. */
export const MOST_WAITING = 50;

let read: ((one: Note) => void) | null = null;
let waiting: Note[] = [];
let open = true;
let page: Note | null = null;

/** What counts is beside the shop: a fault of it, or of a script that has put itself into the data layer, ends nothing but itself. */
function hand(one: Note, reader: (one: Note) => void): void {
  try {
    reader(one);
  } catch (error) {
    console.error(error);
  }
}

/** Notes what has happened. */
export function note(what: Note): void {
  const one = what.kind === "page" ? { url: wholeAddress(), referrer: document.referrer, ...what } : what;
  if (one.kind === "page") page = one;
  if (read) hand(one, read);
  else if (open && waiting.length < MOST_WAITING) waiting.push(one);
}

/** Nobody counts: what waits is dropped, and what comes too. */
export function closeNotes(): void {
  read = null;
  open = false;
  waiting = [];
}

/** Somebody is going to count: notes wait for him. What was dropped stays so, but for the page that is shown. */
export function openNotes(): void {
  if (open) return;
  open = true;
  waiting = page ? [page] : [];
}

/** Puts notes of the page before in front of those that wait. */
export function resumeNotes(notes: readonly Note[]): void {
  waiting = [...notes, ...waiting];
}

/** Gives the notes that wait: they wait no more. */
export const takeWaitingNotes = (): Note[] => waiting.splice(0);

/** The page that is shown is about to be shown anew, and is noted then. */
export function dropShownPage(): void {
  waiting = waiting.filter((one) => one !== page);
}

/** Hands notes over, those that wait first. */
export function readNotes(reader: (one: Note) => void): void {
  if (!open) return;
  read = reader;
  for (const one of waiting.splice(0)) hand(one, reader);
}

/** As before any page; for tests. */
export function forgetNotes(): void {
  read = page = null;
  open = true;
  waiting = [];
}
