import { gridSizes } from "./gridSizes.ts";

/** Evaluates `sizes` for a viewport width as a browser does. */
function widthIn(sizes: string, viewport: number): number {
  for (const size of sizes.split(", ")) {
    const [, least = "0", length = ""] = /^(?:\(min-width: (\d+)px\) )?(.+)$/.exec(size) ?? [];
    if (viewport < Number(least)) continue;
    const [, vw, minus] = /^calc\(([\d.]+)vw - (\d+)px\)$/.exec(length) ?? [];
    return vw ? (Number(vw) * viewport) / 100 - Number(minus) : Number.parseFloat(length);
  }
  throw new Error(sizes);
}

/** Column width by the style sheets (ProductGrid.module.css, ShellFrame.module.css, ListingPageView.module.css). */
function columnIn(viewport: number, columns: number, narrow: boolean): number {
  const gutter = Math.min(Math.max(16, 0.04 * viewport), 40);
  const content = Math.min(viewport, 1280) - 2 * gutter - (narrow && viewport >= 900 ? 288 : 0);
  const [count, gap] = viewport >= 900 ? [columns, 24] : [2, viewport >= 600 ? 24 : 12];
  return (content - (count - 1) * gap) / count - 2;
}

test.each([
  [4, false],
  [3, true],
  [3, false],
  [2, false],
  [6, false],
])("sizes for %i columns (beside a sidebar: %s) match the layout at any window width", (columns, narrow) => {
  const sizes = gridSizes(columns, narrow);
  for (let viewport = 320; viewport <= 1920; viewport += 10) {
    const ratio = widthIn(sizes, viewport) / columnIn(viewport, columns, narrow);
    expect({ viewport, ratio: ratio > 0.999 && ratio < 1.06 }).toEqual({ viewport, ratio: true });
  }
});
