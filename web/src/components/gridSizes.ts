// Widths of pictures in product grids, for the `sizes` attribute. The figures come from the style sheets: `--page` and `--gutter`
// (tokens.css), the gaps of the grid, the sidebar of a listing, the border of a card. The result exceeds the layout's width by a few
// hundredths at most: a hair more could make the browser fetch the next larger file.

/** Space between columns, from 600 px on. */
const GAP_PX = 24;
/** Width of the content on a full-width page, and the margins on a narrower one. */
const WIDEST_PX = 1200;
const BESIDE_PX = 72;
/** A listing's filter sidebar with its gap. */
const SIDEBAR_PX = 288;
/** Left and right border of a card. */
const LINES_PX = 2;

/** Returns the `sizes` of one column; `narrow` is beside a sidebar. Below 900 px every grid has two columns. */
export function gridSizes(columns: number, narrow = false): string {
  const reserved = (narrow ? SIDEBAR_PX : 0) + (columns - 1) * GAP_PX;
  const widest = Math.ceil((WIDEST_PX - reserved) / columns) - LINES_PX;
  const share = (whole: number) => Math.ceil((100 * whole) / columns) / 100;
  return [
    `(min-width: 1280px) ${widest}px`,
    `(min-width: 900px) calc(${share(100)}vw - ${Math.floor((BESIDE_PX + reserved) / columns) + LINES_PX}px)`,
    "(min-width: 600px) calc(46vw - 8px)",
    "calc(50vw - 24px)",
  ].join(", ");
}
