import { useSyncExternalStore } from "react";
import type { Shell } from "../core/types.ts";

type Logo = Shell["theme"]["logo"];

/** The logo that a preview shows; `undefined`: the page's own. */
let previewed: Logo | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows another logo in the place of the page's own. */
export function previewLogo(logo: Logo): void {
  previewed = logo;
  for (const listener of listeners) listener();
}

/** The logo to show. */
export function useLogo(own: Logo): Logo {
  const shown = useSyncExternalStore(
    subscribe,
    () => previewed,
    () => undefined,
  );
  return shown === undefined ? own : shown;
}
