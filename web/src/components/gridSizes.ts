// How wide pictures are in lists side by side, in the words of `sizes`. The figures are those of the style sheets: `--page` and
// `--gutter` (tokens.css), the gaps of the lists, the sidebar of a listing, the line around a card. A few hundredths more than the
// layout's own at most: a picture may not need the next larger file by a hair.

/** Space between columns, from 600 px on. */
const GAP_PX = 24;
/** The page's content on a window as wide as the page, and what a narrower one has beside it. */
const WIDEST_PX = 1200;
const BESIDE_PX = 72;
/** A listing's filters and the space next to them. */
const SIDEBAR_PX = 288;
/** The line around a card, at both sides of its picture. */
const LINES_PX = 2;

/** The width of one of so many columns; `narrow`: beside a sidebar. Below 900 px all lists have two columns. */
export function gridSizes(columns: number, narrow = false): string {
  const taken = (narrow ? SIDEBAR_PX : 0) + (columns - 1) * GAP_PX;
  const widest = Math.ceil((WIDEST_PX - taken) / columns) - LINES_PX;
  const share = (of: number) => Math.ceil((100 * of) / columns) / 100;
  return [
    `(min-width: 1280px) ${widest}px`,
    `(min-width: 900px) calc(${share(100)}vw - ${Math.floor((BESIDE_PX + taken) / columns) + LINES_PX}px)`,
    "(min-width: 600px) calc(46vw - 8px)",
    "calc(50vw - 24px)",
  ].join(", ");
}
