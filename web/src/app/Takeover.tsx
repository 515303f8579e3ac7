import { type ReactNode, useEffect } from "react";
import { replayTyped } from "./typedEarly.ts";

interface TakeoverProps {
  /** The element whose content is taken over. */
  root: HTMLElement;
  children: ReactNode;
}

/** Around the whole page: once it answers to clicks and keys, says so, and catches up with what was typed until then. */
export function Takeover({ root, children }: TakeoverProps) {
  useEffect(() => {
    // Styles hide what is only needed while nothing answers to clicks, such as the button of the sort form.
    document.documentElement.dataset.hydrated = "";
    replayTyped(root);
  }, [root]);
  return children;
}
