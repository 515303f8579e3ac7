// Documents and their addresses: which pages the browser is to load itself, and what of an address scripts of others are not to read.
// A page of an order is shown without its key then; the tab keeps the whole address for who loads the page anew or comes back to it.

const HIDDEN = "bottega_hidden_addresses";

let wants: (url: URL) => boolean = () => false;

/** Says which pages are shown in documents of their own from now on. */
export function askDocuments(which: (url: URL) => boolean): void {
  wants = which;
}

/** Whether a page is to be shown in a document of its own. */
export const wantsDocument = (url: URL): boolean => wants(url);

const pathOf = ({ pathname, search }: URL | Location): string => pathname + search;

/** Whole addresses by the paths that are shown. */
function hidden(): Record<string, string> {
  try {
    return JSON.parse(sessionStorage.getItem(HIDDEN) ?? "{}");
  } catch {
    return {};
  }
}

/** Shows the page under another address; not where the tab cannot keep its own. */
export function hideAddress(address: string): void {
  const whole = window.location.href;
  if (address === whole) return;
  try {
    const kept = { ...hidden(), [pathOf(new URL(address))]: whole };
    sessionStorage.setItem(HIDDEN, JSON.stringify(kept));
  } catch {
    return;
  }
  window.history.replaceState(window.history.state, "", address);
}

/** The page's own address where another one is shown. */
export const hiddenAddress = (): string | null => hidden()[pathOf(window.location)] ?? null;

/** The page's path and query, with what is hidden of them. */
export const wholePath = (): string => pathOf(new URL(hiddenAddress() ?? window.location.href));
