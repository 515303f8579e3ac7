import { useEffect, useRef, useState } from "react";
import { useCurrentBanner } from "../../components/consent/useCurrentBanner.ts";
import { useShell } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { QuickViewView } from "../../core/types.ts";

/** Session storage key: whether the product was opened during this visit. */
const OPENED = "bottega_quick_view_opened";

/** Fallback without storage. */
let openedInDocument = false;

function wasOpened(): boolean {
  try {
    return openedInDocument || sessionStorage.getItem(OPENED) !== null;
  } catch {
    return openedInDocument;
  }
}

function markOpened(): void {
  openedInDocument = true;
  try {
    sessionStorage.setItem(OPENED, "1");
    openedInDocument = false;
  } catch {
    // Storage is forbidden or full.
  }
}

/** Time since the document was loaded, in milliseconds. */
function documentAge(): number {
  const [navigation] = performance.getEntriesByType?.("navigation") ?? [];
  const loadedAt = (navigation as PerformanceNavigationTiming | undefined)?.loadEventStart;
  return loadedAt ? performance.now() - loadedAt : 0;
}

/**
 * Runs a callback `ms` milliseconds after the document was loaded, or from now on a page that the app has navigated to. Returns
 * the function that cancels it.
 */
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
 * Opens the product of the settings once per visit: some time after the page has loaded, and not over the cookie banner or
 * another dialog. The server decides on which pages.
 */
export function useAutoOpen({ opens }: QuickViewView, open: (product: number) => void): void {
  const { path } = useShell();
  const isBannerShown = useCurrentBanner() !== null;
  const [due, setDue] = useState("");
  const first = useRef(path);

  useEffect(() => {
    if (opens === null || wasOpened()) return;
    const wait = core().quickViewTimings().auto_open_after_ms;
    return afterLoad(wait, path === first.current, () => setDue(path));
  }, [opens, path]);

  useEffect(() => {
    if (opens === null || due !== path || isBannerShown || wasOpened()) return;
    if (document.querySelector("dialog[open]")) return;
    markOpened();
    open(opens);
  }, [opens, due, path, isBannerShown, open]);
}
