// Pages repeat the same parts: product cards, the menu. They are most of what a page costs to render. While the server renders a
// page, such a part leaves a placeholder in the HTML, which is then filled with the part's cached HTML. The browser knows nothing
// of this: it hydrates the components from identical HTML.

import type { ReactNode } from "react";

/** About a megabyte of HTML in each script engine. */
const MAX_CACHED_PARTS = 300;

interface Part {
  name: string;
  inputs: unknown;
  show: () => ReactNode;
}

interface CachedPart {
  inputs: string;
  html: string;
  /** Preload links of its pictures, which precede the page's HTML. */
  preloads: string;
}

/** Preload links that the renderer writes before the HTML. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)*/;

/** Name of parts that are not cached. */
const UNCACHED = "";

/** Delimits the index of a part in its placeholder. */
const MARKER = "<!--part:";
const END = "-->";

let pendingParts: Part[] | null = null;
const cache = new Map<string, CachedPart>();

/**
 * Returns the placeholder of a part; `null` in the browser, which renders the part itself.
 * @param name stable name of the part
 * @param inputs everything except the frame that its HTML depends on
 */
export function partPlaceholder(name: string, inputs: unknown, show: () => ReactNode): string | null {
  return pendingParts && `${MARKER}${pendingParts.push({ name, inputs, show }) - 1}${END}`;
}

/** Returns the placeholder of content that lies between shared parts but is specific to the page and not cached. */
export const pagePlaceholder = (content: ReactNode): string =>
  content ? (partPlaceholder(UNCACHED, null, () => content) ?? "") : "";

/**
 * Renders a page, then fills in its parts.
 * @param frame what the HTML of all parts depends on
 * @param write renders one part
 */
export function withParts(frame: string, render: () => string, write: (part: ReactNode) => string): string {
  const parts: Part[] = [];
  pendingParts = parts;
  let html: string;
  try {
    html = render();
  } finally {
    pendingParts = null;
  }
  let preloads = "";
  // Faster than one regular expression over the whole page.
  const [start = "", ...chunks] = html.split(MARKER);
  let filled = start;
  for (const chunk of chunks) {
    const end = chunk.indexOf(END);
    const part = parts[Number(chunk.slice(0, end))];
    if (part) {
      const found = renderPart(part, frame, write);
      preloads += found.preloads;
      filled += found.html + chunk.slice(end + END.length);
    } else {
      filled += MARKER + chunk;
    }
  }
  return preloads + filled;
}

function renderPart(
  { name, inputs, show }: Part,
  frame: string,
  write: (part: ReactNode) => string,
): CachedPart {
  if (name === UNCACHED) return { inputs: "", ...splitPreloads(write(show())) };
  const key = `${frame} ${name}`;
  const now = JSON.stringify(inputs);
  const cached = cache.get(key);
  if (cached?.inputs === now) return cached;
  if (cache.size >= MAX_CACHED_PARTS) cache.clear();
  const found = { inputs: now, ...splitPreloads(write(show())) };
  cache.set(key, found);
  return found;
}

function splitPreloads(whole: string): Omit<CachedPart, "inputs"> {
  const [preloads = ""] = PRELOADS.exec(whole) ?? [];
  return { html: whole.slice(preloads.length), preloads };
}
