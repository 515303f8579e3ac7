// Documents and their addresses: which pages the browser is to load itself, and what of an address scripts of others are not to read.
// A page of an order is shown without its key then; the tab keeps the whole address for who loads the page anew or comes back to it.

import { hiddenAddress, hide, pathOf } from "../bootstrap/hiddenAddress.ts";

let wants: (url: URL) => boolean = () => false;

/** Says which pages are shown in documents of their own from now on. */
export function askDocuments(which: (url: URL) => boolean): void {
  wants = which;
}

/** Whether a page is to be shown in a document of its own. */
export const wantsDocument = (url: URL): boolean => wants(url);

/** Shows the page under another address; not where the tab cannot keep its own. */
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

/** An address without its hash, which says what is shown of a page and not which page it is. */
const withoutHash = (address: string): string => address.split("#")[0] ?? "";

/** The address of the page as it is shown. */
export const shownAddress = (): string => withoutHash(window.location.href);

/** The page's address, with what is hidden of it. */
export const wholeAddress = (): string => withoutHash(hiddenAddress() ?? window.location.href);

/** The page's path and query, with what is hidden of them. */
export const wholePath = (): string => pathOf(new URL(wholeAddress()));
