import { useSyncExternalStore } from "react";
import type { Shell } from "../core/types.ts";

type Logo = Shell["theme"]["logo"];

/** The logo of a preview; `undefined` for the page's own. */
let previewed: Logo | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Replaces the page's logo in a preview. */
export function previewLogo(logo: Logo): void {
  previewed = logo;
  for (const listener of listeners) listener();
}

/** Returns the logo to show. */
export function useLogo(pageLogo: Logo): Logo {
  const logo = useSyncExternalStore(
    subscribe,
    () => previewed,
    () => undefined,
  );
  return logo === undefined ? pageLogo : logo;
}
