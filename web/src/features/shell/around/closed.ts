import { useSyncExternalStore } from "react";

/** What the visitor has closed since the page came: pages that the browser kept from before still have it. */
const closed = new Set<string>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** `next`: what the focus goes on from. */
export function close(name: string, next = "inizio"): void {
  closed.add(name);
  for (const listener of [...listeners]) listener();
  // The focus would be lost with the button that had it.
  document.getElementById(next)?.focus({ preventScroll: true });
}

export const useClosed = (name: string) =>
  useSyncExternalStore(
    subscribe,
    () => closed.has(name),
    () => false,
  );
