// Decides which pages the browser must load as documents of their own, and hides secrets in addresses from third-party scripts.
// An order page is shown without its key then; the tab stores the whole address for reloads and history navigation.

import { hiddenAddress, hide, pathOf } from "../bootstrap/hiddenAddress.ts";

let filter: (url: URL) => boolean = () => false;

/** Sets the filter of pages that must load as documents of their own. */
export function setDocumentFilter(which: (url: URL) => boolean): void {
  filter = which;
}

/** Whether a page must load as a document of its own. */
export const needsDocument = (url: URL): boolean => filter(url);

/** Shows the page under another address, unless the tab cannot store the original. */
export function hideAddress(address: string): void {
  const whole = window.location.href;
  if (address === whole) return;
  try {
    hide(new URL(address), whole);
  } catch {
    return;
  }
  window.history.replaceState(window.history.state, "", address);
}

/** Removes the hash, which identifies a position on the page and not the page. */
const withoutHash = (address: string): string => address.split("#")[0] ?? "";

/** Returns the visible address of the page. */
export const visibleAddress = (): string => withoutHash(window.location.href);

/** Returns the page's address including its hidden parts. */
export const wholeAddress = (): string => withoutHash(hiddenAddress() ?? window.location.href);

/** Returns the page's path and query including their hidden parts. */
export const wholePath = (): string => pathOf(new URL(wholeAddress()));
