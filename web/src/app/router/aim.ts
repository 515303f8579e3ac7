// Links that are about to be followed: hovered, touched or focused.

import { isAppPage } from "./links.ts";

const AIMS = ["pointerover", "touchstart", "focusin"];

/** Reports each page of the app that is aimed at; returns the function that unsubscribes. */
export function onAim(onPage: (page: URL) => void): () => void {
  const aimed = (event: Event) => {
    const link = (event.target as Element | null)?.closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement)) return;
    const url = new URL(link.href);
    if (isAppPage(url)) onPage(url);
  };
  for (const aim of AIMS) document.addEventListener(aim, aimed, { passive: true });
  return () => {
    for (const aim of AIMS) document.removeEventListener(aim, aimed);
  };
}
