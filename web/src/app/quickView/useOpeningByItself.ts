import { useEffect, useRef, useState } from "react";
import { useShownBanner } from "../../components/consent/useShownBanner.ts";
import { useShell } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { QuickViewView } from "../../core/types.ts";

/** What the tab remembers of a visit. */
const OPENED = "bottega_quick_view_opened";

/** Where the tab remembers nothing, the document does. */
let openedHere = false;

function wasOpened(): boolean {
  try {
    return openedHere || sessionStorage.getItem(OPENED) !== null;
  } catch {
    return openedHere;
  }
}

function noteOpened(): void {
  openedHere = true;
  try {
    sessionStorage.setItem(OPENED, "1");
    openedHere = false;
  } catch {
    // Storage is forbidden or full.
  }
}

/** How long ago the document has loaded, in milliseconds. */
function documentAge(): number {
  const [navigation] = performance.getEntriesByType?.("navigation") ?? [];
  const loadedAt = (navigation as PerformanceNavigationTiming | undefined)?.loadEventStart;
  return loadedAt ? performance.now() - loadedAt : 0;
}

/** Runs something so long after the page has loaded, which one that the app moves to has by now. Returns what cancels it. */
function afterLoad(ms: number, isDocument: boolean, run: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const loaded = () => {
    timer = setTimeout(run, Math.max(0, ms - (isDocument ? documentAge() : 0)));
  };
  if (document.readyState === "complete") loaded();
  else window.addEventListener("load", loaded, { once: true });
  return () => {
    window.removeEventListener("load", loaded);
    clearTimeout(timer);
  };
}

/**
 * Opens the product that the settings name, once in a visit: some time after the page has loaded, and not over the cookie banner nor
 * over anything else that the visitor looks at. The server says on which pages.
 */
export function useOpeningByItself({ opens }: QuickViewView, open: (product: number) => void): void {
  const { path } = useShell();
  const isAsked = useShownBanner() !== null;
  const [due, setDue] = useState("");
  const first = useRef(path);

  useEffect(() => {
    if (opens === null || wasOpened()) return;
    const wait = core().quickViewTimings().auto_open_after_ms;
    return afterLoad(wait, path === first.current, () => setDue(path));
  }, [opens, path]);

  useEffect(() => {
    if (opens === null || due !== path || isAsked || wasOpened()) return;
    if (document.querySelector("dialog[open]")) return;
    noteOpened();
    open(opens);
  }, [opens, due, path, isAsked, open]);
}
