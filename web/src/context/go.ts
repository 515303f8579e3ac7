// Going to a page by script, as if a link were followed.

import { inLanguage } from "../core/address.ts";

const GO = "bottega:go";

/** Goes to an address of the shop. */
export function go(to: string): void {
  const address = inLanguage(to);
  const asked = new CustomEvent(GO, { detail: address, cancelable: true });
  // Nobody took it: the browser goes there itself.
  if (window.dispatchEvent(asked)) window.location.assign(address);
}

/** Hears where to go; `take` says whether it does so. */
export function onGo(take: (url: URL) => boolean): () => void {
  const heard = (event: Event) => {
    const url = new URL((event as CustomEvent<string>).detail, window.location.href);
    if (take(url)) event.preventDefault();
  };
  window.addEventListener(GO, heard);
  return () => window.removeEventListener(GO, heard);
}
