// Navigates by script as if a link were followed.

import { inLanguage } from "../core/address.ts";

const GO = "bottega:go";

/** Navigates to an address of the shop. */
export function go(to: string): void {
  const address = inLanguage(to);
  const event = new CustomEvent(GO, { detail: address, cancelable: true });
  // Nobody handled the event, so the browser navigates itself.
  if (window.dispatchEvent(event)) window.location.assign(address);
}

/** Subscribes to navigations; `handle` returns whether it handles one. */
export function onGo(handle: (url: URL) => boolean): () => void {
  const listener = (event: Event) => {
    const url = new URL((event as CustomEvent<string>).detail, window.location.href);
    if (handle(url)) event.preventDefault();
  };
  window.addEventListener(GO, listener);
  return () => window.removeEventListener(GO, listener);
}
