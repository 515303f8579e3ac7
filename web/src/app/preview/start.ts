// A page as a preview of another theme: it shows what the window around it sends, as far as the rules let it, and keeps nothing.

import { previewLogo } from "../../context/previewedLogo.ts";
import { loadTheme } from "../../core/load.ts";
import type { PreviewFrame } from "../../core/types.ts";
import { formTarget, linkTarget } from "../router/links.ts";

/** Tells the window around the page that messages are read from now on; it says nothing else, so anybody may hear it. */
const READY = "bottega_theme_ready";

let shown: string[] = [];

/** Begins to read messages; gives what ends it. */
export async function startPreview({ origins }: PreviewFrame): Promise<() => void> {
  const rules = await loadTheme();
  const limit = rules.themeMessageLimit();
  const root = document.documentElement.style;
  const read = ({ data, origin, source }: MessageEvent<unknown>) => {
    if (source !== window.parent || typeof data !== "string" || data.length > limit) return;
    const look = rules.themePreview(data, origin, window.location.origin, origins);
    if (!look) return;
    for (const name of shown) root.removeProperty(name);
    for (const { name, value } of look.variables) root.setProperty(name, value);
    shown = look.variables.map(({ name }) => name);
    previewLogo(look.logo);
  };
  window.addEventListener("message", read);
  // What leaves the preview's pages could not be shown in the frame.
  document.addEventListener("click", stayOnClick, true);
  document.addEventListener("submit", stayOnSubmit, true);
  window.parent.postMessage(READY, "*");
  return () => {
    window.removeEventListener("message", read);
    document.removeEventListener("click", stayOnClick, true);
    document.removeEventListener("submit", stayOnSubmit, true);
  };
}

function stayOnClick(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.getAttribute("href")?.startsWith("#")) return;
  if (!linkTarget(event)) event.preventDefault();
}

function stayOnSubmit(event: SubmitEvent): void {
  if (!formTarget(event)) event.preventDefault();
}
