import { type ReactNode, startTransition, useEffect, useState } from "react";
import { HydrationContext } from "../context/useHydrated.ts";
import type { EarlyChoices } from "./earlyChoices.ts";

interface TakeoverProps {
  /** What was done to the page until now. */
  early: EarlyChoices;
  children: ReactNode;
}

/** Around the whole page: once it stands, does again what was done to it until then, and says that it answers. */
export function Takeover({ early, children }: TakeoverProps) {
  const [page] = useState({ yet: false });
  const [stands, setStands] = useState(false);
  // One drawing later: what the parts of the page set as they begin (a kept form, the cart's quantities) is in place then.
  useEffect(() => startTransition(() => setStands(true)), []);
  useEffect(() => {
    if (!stands) return;
    page.yet = true;
    // Outside of the drawing that is under way: each choice is to be shown before the next one is made.
    queueMicrotask(() => {
      early.replay();
      // Styles hide what is only needed while nothing answers to clicks, such as the button of the sort form.
      document.documentElement.dataset.hydrated = "";
    });
  }, [stands, page, early]);
  return <HydrationContext.Provider value={page}>{children}</HydrationContext.Provider>;
}
