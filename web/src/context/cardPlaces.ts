// Lists hold the same cards again and again, and a card is most of what a page costs to render. While the page renderer
// writes a page, a card leaves its place in the list's HTML; afterwards the place is filled with the card's HTML, which is
// kept. The browser knows nothing of this: it hydrates the components, and the HTML is the same.

import type { ProductCard, Shell } from "../core/types.ts";

/** About a megabyte of HTML in each script engine. */
const MAX_KEPT = 300;

interface Kept {
  card: string;
  html: string;
}

/** A card and how wide its list shows the picture. */
interface Place {
  card: ProductCard;
  sizes: string;
}

let places: Place[] | null = null;
const kept = new Map<string, Kept>();

/** What stands for the card until the page is written; `null` in the browser, which renders it itself. */
export function cardPlace(card: ProductCard, sizes: string): string | null {
  return places && `<!--card:${places.push({ card, sizes }) - 1}-->`;
}

/** Renders a page, then fills in its cards. `write` gives the HTML of one, which depends on the place and the frame alone. */
export function withCards(shell: Shell, render: () => string, write: (place: Place) => string): string {
  const asked: Place[] = [];
  places = asked;
  let html: string;
  try {
    html = render();
  } finally {
    places = null;
  }
  return html.replace(/<!--card:(\d+)-->/g, (_, at: string) => {
    const place = asked[Number(at)];
    return place ? written(place, shell, write) : "";
  });
}

function written(place: Place, shell: Shell, write: (place: Place) => string): string {
  const key = `${shell.lang}${shell.prefix} ${shell.quick_view !== null} ${place.card.id} ${place.sizes}`;
  const now = JSON.stringify(place.card);
  const known = kept.get(key);
  if (known?.card === now) return known.html;
  if (kept.size >= MAX_KEPT) kept.clear();
  const html = write(place);
  kept.set(key, { card: now, html });
  return html;
}
