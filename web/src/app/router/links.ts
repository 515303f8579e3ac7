// Which clicks and forms the router may take over. Everything it does not take works as plain HTML.

import { barePath } from "../../core/address.ts";

/** Addresses that the browser goes to itself: account, back office, files, calls, and the checkout, whose pages have a
 * stricter script policy of their own. */
const SERVER_ONLY =
  /^\/(?:admin|api|wp-json|wp-admin|my-account|checkout|assets|immagini|images|media|uploads)(?:\/|$)/;

/** Whether an address is a page that the router can show. */
export function isAppPage(url: URL): boolean {
  // The words of another language come with a document of their own.
  const path = url.origin === window.location.origin ? barePath(url.pathname) : null;
  if (path === null || SERVER_ONLY.test(path)) return false;
  if (/\.[a-z0-9]+$/i.test(url.pathname)) return false;
  // These have effects on the cart: only a request of the browser itself may cause them.
  return !["add-to-cart", "remove_item", "undo_item", "remove_coupon", "wc-ajax"].some((key) =>
    url.searchParams.has(key),
  );
}

/** The address by which a page is asked for as a preview. */
export function asPreview(url: URL): URL {
  const asked = new URL(url);
  asked.searchParams.set("theme_preview", "1");
  return asked;
}

/** Where a click or a form leads. Sort and filters keep the place on the page (`data-keep-scroll`). */
export interface Target {
  url: URL;
  keepScroll: boolean;
}

function target(url: URL, element: HTMLElement): Target | null {
  return isAppPage(url) ? { url, keepScroll: "keepScroll" in element.dataset } : null;
}

/** What a click leads to within the app, or `null`. */
export function linkTarget(event: MouseEvent): Target | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = (event.target as Element | null)?.closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download")) return null;
  const url = new URL(link.href);
  const samePage = url.pathname === window.location.pathname && url.search === window.location.search;
  // A jump within the page is the browser's.
  if (samePage && url.hash) return null;
  return target(url, link);
}

/** What a GET form leads to within the app, or `null`. Fields left empty are left out. */
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
