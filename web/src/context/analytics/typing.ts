// Tracks whether the shopper has typed into a form of the page, which a reload would lose.

import { currentPath } from "../../core/address.ts";

/** The consent banner's own boxes are checkboxes too. */
const TICKS = /^(?:checkbox|radio)$/;

let writtenOn: string | null = null;

/** Starts to record where something is typed. */
export function watchTyping(): void {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement && TICKS.test(target.type))) writtenOn = currentPath();
  });
}

/** Whether something was typed on this page. */
export const wasWritten = (): boolean => writtenOn === currentPath();
