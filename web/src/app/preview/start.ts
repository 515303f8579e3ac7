// A page as a preview of another theme: it shows what the window around it sends, as far as the rules let it, and keeps nothing.

import { previewLogo } from "../../context/previewedLogo.ts";
import { barePath } from "../../core/address.ts";
import { loadTheme } from "../../core/load.ts";
import type { PreviewFrame } from "../../core/types.ts";
import { formTarget, linkTarget, type Target } from "../router/links.ts";

/** Tells the window around the page that messages are read from now on; it says nothing else, so anybody may hear it. */
const READY = "bottega_theme_ready";

let shown: string[] = [];

/** Begins to read messages; gives what ends it. */
export async function startPreview({ origins, closed }: PreviewFrame): Promise<() => void> {
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
  const stays = (target: Target | null) =>
    target !== null && !closed.some((start) => barePath(target.url.pathname)?.startsWith(start));
  const stayOnClick = (event: MouseEvent) => {
    const link = (event.target as Element | null)?.closest?.("a[href]");
    if (!(link instanceof HTMLAnchorElement) || link.getAttribute("href")?.startsWith("#")) return;
    if (!stays(linkTarget(event))) event.preventDefault();
  };
  const stayOnSubmit = (event: SubmitEvent) => {
    if (!stays(formTarget(event))) event.preventDefault();
  };
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
