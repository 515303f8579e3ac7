// Links that are about to be followed: a pointer is over them, a finger on them, or the focus.

import { isAppPage } from "./links.ts";

const AIMS = ["pointerover", "touchstart", "focusin"];

/** Tells of each page of the app that is aimed at; gives what ends it. */
export function onAim(tell: (page: URL) => void): () => void {
  const aimed = (event: Event) => {
    const link = (event.target as Element | null)?.closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement)) return;
    const url = new URL(link.href);
    if (isAppPage(url)) tell(url);
  };
  for (const aim of AIMS) document.addEventListener(aim, aimed, { passive: true });
  return () => {
    for (const aim of AIMS) document.removeEventListener(aim, aimed);
  };
}
