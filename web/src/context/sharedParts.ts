// Pages hold the same parts again and again: the cards of lists, the menu. They are most of what a page costs to render. While the
// page renderer writes a page, such a part leaves its place in the HTML; afterwards the place is filled with the part's HTML, which is
// kept. The browser knows nothing of this: it hydrates the components, and the HTML is the same.

import type { ReactNode } from "react";

/** About a megabyte of HTML in each script engine. */
const MAX_KEPT = 300;

interface Part {
  name: string;
  of: unknown;
  show: () => ReactNode;
}

interface Kept {
  of: string;
  html: string;
  /** Announcements of its pictures, which stand before a page. */
  preloads: string;
}

/** What the renderer writes before the HTML: pictures to be fetched at once. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)*/;

/** Name of what is not kept. */
const OWN = "";

/** Around the number of a part in its place. */
const PLACE = "<!--part:";
const END = "-->";

let places: Part[] | null = null;
const kept = new Map<string, Kept>();

/** What stands for a part until the page is written; `null` in the browser, which renders it itself.
 * @param name which part it is, as long as it lasts
 * @param of all that its HTML depends on beside the frame */
export function partPlace(name: string, of: unknown, show: () => ReactNode): string | null {
  return places && `${PLACE}${places.push({ name, of, show }) - 1}${END}`;
}

/** The same for what stands beside such parts and is each page's own: nothing of it is kept. */
export const ownPlace = (shown: ReactNode): string =>
  shown ? (partPlace(OWN, null, () => shown) ?? "") : "";

/** Renders a page, then fills in its parts.
 * @param frame what the HTML of all parts depends on
 * @param write gives the HTML of one */
export function withParts(frame: string, render: () => string, write: (part: ReactNode) => string): string {
  const asked: Part[] = [];
  places = asked;
  let html: string;
  try {
    html = render();
  } finally {
    places = null;
  }
  let preloads = "";
  // Faster than one expression over the whole page.
  const [start = "", ...pieces] = html.split(PLACE);
  let filled = start;
  for (const piece of pieces) {
    const end = piece.indexOf(END);
    const part = asked[Number(piece.slice(0, end))];
    if (part) {
      const found = written(part, frame, write);
      preloads += found.preloads;
      filled += found.html + piece.slice(end + END.length);
    } else {
      filled += PLACE + piece;
    }
  }
  return preloads + filled;
}

function written({ name, of, show }: Part, frame: string, write: (part: ReactNode) => string): Kept {
  if (name === OWN) return { of: "", ...rendered(write(show())) };
  const key = `${frame} ${name}`;
  const now = JSON.stringify(of);
  const known = kept.get(key);
  if (known?.of === now) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const found = { of: now, ...rendered(write(show())) };
  kept.set(key, found);
  return found;
}

function rendered(whole: string): Omit<Kept, "of"> {
  const [preloads = ""] = PRELOADS.exec(whole) ?? [];
  return { html: whole.slice(preloads.length), preloads };
}
