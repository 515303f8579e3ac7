import { type ReactNode, useEffect, useState } from "react";
import type { EarlyChoices } from "./earlyChoices.ts";

interface TakeoverProps {
  /** What was done to the page until now. */
  early: EarlyChoices;
  children: ReactNode;
}

/** Around the whole page: once it stands, does again what was done to it until then, and says that it answers. */
export function Takeover({ early, children }: TakeoverProps) {
  const [stands, setStands] = useState(false);
  // One drawing later: what the parts of the page set as they begin (a kept form, the cart's quantities) is in place then.
  useEffect(() => setStands(true), []);
  useEffect(() => {
    if (!stands) return;
    // Outside of the drawing that is under way: each choice is to be shown before the next one is made.
    queueMicrotask(() => {
      early.replay();
      // Styles hide what is only needed while nothing answers to clicks, such as the button of the sort form.
      document.documentElement.dataset.hydrated = "";
    });
  }, [stands, early]);
  return children;
}
