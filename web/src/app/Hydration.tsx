import { type ReactNode, startTransition, useEffect, useState } from "react";
import { HydrationContext } from "../context/useHydrated.ts";
import type { EarlyChoices } from "./earlyChoices.ts";

interface HydrationProps {
  /** The choices made before hydration. */
  early: EarlyChoices;
  children: ReactNode;
}

/** Wraps the whole page: after hydration it replays what the shopper did before, and marks the page as interactive. */
export function Hydration({ early, children }: HydrationProps) {
  const [page] = useState({ yet: false });
  const [isMounted, setIsMounted] = useState(false);
  // One render later, when the effects of the page's components (restoring a stored form, the cart's quantities) have run.
  useEffect(() => startTransition(() => setIsMounted(true)), []);
  useEffect(() => {
    if (!isMounted) return;
    page.yet = true;
    // Outside of the current render, as each choice must be rendered before the next one is replayed.
    queueMicrotask(() => {
      early.replay();
      // Style sheets hide what is only needed without scripts, such as the button of the sort form.
      document.documentElement.dataset.hydrated = "";
    });
  }, [isMounted, page, early]);
  return <HydrationContext.Provider value={page}>{children}</HydrationContext.Provider>;
}
