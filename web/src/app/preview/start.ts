// A page as a preview of another theme: it shows the theme that its parent window sends, as far as the rules allow it, and stores
// nothing.

import { previewLogo } from "../../context/previewedLogo.ts";
import { barePath } from "../../core/address.ts";
import { loadTheme } from "../../core/load.ts";
import type { PreviewFrame } from "../../core/types.ts";
import { formTarget, linkTarget, type Target } from "../router/links.ts";

/** Tells the parent window that messages are accepted from now on. It contains nothing else, so any origin may receive it. */
const READY = "bottega_theme_ready";

let appliedVariables: string[] = [];

/** Starts to accept messages; returns the function that stops it. */
export async function startPreview({ origins, closed }: PreviewFrame): Promise<() => void> {
  const rules = await loadTheme();
  const limit = rules.themeMessageLimit();
  const root = document.documentElement.style;
  const onMessage = ({ data, origin, source }: MessageEvent<unknown>) => {
    if (source !== window.parent || typeof data !== "string" || data.length > limit) return;
    const look = rules.themePreview(data, origin, window.location.origin, origins);
    if (!look) return;
    for (const name of appliedVariables) root.removeProperty(name);
    for (const { name, value } of look.variables) root.setProperty(name, value);
    appliedVariables = look.variables.map(({ name }) => name);
    previewLogo(look.logo);
  };
  window.addEventListener("message", onMessage);
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
  // Links out of the preview could not be shown in the frame.
  document.addEventListener("click", stayOnClick, true);
  document.addEventListener("submit", stayOnSubmit, true);
  window.parent.postMessage(READY, "*");
  return () => {
    window.removeEventListener("message", onMessage);
    document.removeEventListener("click", stayOnClick, true);
    document.removeEventListener("submit", stayOnSubmit, true);
  };
}
