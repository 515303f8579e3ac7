// Decides which clicks and forms the router handles. All others work as plain HTML.

import { barePath } from "../../core/address.ts";

/**
 * Addresses that the browser loads itself: account, back office, files, calls, and the checkout, whose pages have a stricter
 * script policy.
 */
const SERVER_ONLY =
  /^\/(?:admin|api|wp-json|wp-admin|my-account|checkout|assets|immagini|images|media|uploads)(?:\/|$)/;

/** Whether the router can show the page at an address. */
export function isAppPage(url: URL): boolean {
  // Pages in another language need a document with that language's words.
  const path = url.origin === window.location.origin ? barePath(url.pathname) : null;
  if (path === null || SERVER_ONLY.test(path)) return false;
  if (/\.[a-z0-9]+$/i.test(url.pathname)) return false;
  // These change the cart, so only a request by the browser itself may trigger them.
  return !["add-to-cart", "remove_item", "undo_item", "remove_coupon", "wc-ajax"].some((key) =>
    url.searchParams.has(key),
  );
}

/** Returns the address that requests a page as a preview. */
export function asPreview(url: URL): URL {
  const preview = new URL(url);
  preview.searchParams.set("theme_preview", "1");
  return preview;
}

/** Target of a click or a form. Sorting and filters preserve the scroll position (`data-keep-scroll`). */
export interface Target {
  url: URL;
  keepsScroll: boolean;
}

function target(url: URL, element: HTMLElement): Target | null {
  return isAppPage(url) ? { url, keepsScroll: "keepScroll" in element.dataset } : null;
}

/** Returns the target of a click within the app, or `null`. */
export function linkTarget(event: MouseEvent): Target | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return null;
  const url = new URL(link.href);
  const samePage = url.pathname === window.location.pathname && url.search === window.location.search;
  // The browser handles jumps within the page.
  if (samePage && url.hash) return null;
  return target(url, link);
}

/** Returns the target of a GET form within the app, or `null`. Empty fields are omitted. */
export function formTarget(event: SubmitEvent): Target | null {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "get") return null;
  const url = new URL(form.action);
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, event.submitter)) {
    if (typeof value === "string" && value !== "") fields.append(name, value);
  }
  url.search = fields.toString();
  return target(url, form);
}
