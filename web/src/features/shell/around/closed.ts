import { useSyncExternalStore } from "react";

/** What the visitor has closed on this page: cached pages from before still contain it. */
const closed = new Set<string>();
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Closes a notice; `next` is the element that the focus moves to. */
export function close(name: string, next = "inizio"): void {
  closed.add(name);
  for (const listener of [...listeners]) listener();
  // Without this, the focus would be lost with the button.
  document.getElementById(next)?.focus({ preventScroll: true });
}

export const useClosed = (name: string) =>
  useSyncExternalStore(
    subscribe,
    () => closed.has(name),
    () => false,
  );
