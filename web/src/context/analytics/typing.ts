// Whether a form of the page was written in, which loading the document anew would lose.

import { currentPath } from "../../core/address.ts";

/** The banner's own boxes are ticks too. */
const TICKS = /^(?:checkbox|radio)$/;

let writtenOn: string | null = null;

/** Notes from now on where something is written. */
export function watchTyping(): void {
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement && TICKS.test(target.type))) writtenOn = currentPath();
  });
}

/** Whether something was written on this page. */
export const wasWritten = (): boolean => writtenOn === currentPath();
