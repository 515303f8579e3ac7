// The data layer, and the services of others that read it: each is loaded only where it is configured and the visitor consents to it.

import { currentPath } from "../../core/address.ts";
import type { AnalyticsRules } from "../../core/load.ts";
import type { AnalyticsFrame } from "../../core/types.ts";
import { loggedIn } from "../account.ts";
import {
  consentFrame,
  consentView,
  subscribeConsent,
  visitorNow,
  whenAllowed,
} from "../consent/consentStore.ts";
import { askDocuments, hideAddress } from "../documents.ts";
import { wasWritten } from "./typing.ts";

const HOST = "https://www.googletagmanager.com";
/** The page of an order: it has no form to lose, and its purchase is told nowhere else. */
const ORDER_PAGE = /^\/checkout\/order-received\//;
/** Pages whose forms are not to be lost for a service's sake. */
const KEPT_KINDS = /^\/(?:checkout|my-account)\//;

declare global {
  interface Window {
    dataLayer?: unknown[];
    /** The analytics service's own: in one data layer with the tag manager, each event would be one of both. */
    gtagLayer?: unknown[];
  }
}

function put(layer: "dataLayer" | "gtagLayer", entry: unknown): void {
  window[layer] ??= [];
  window[layer].push(entry);
}

/** Puts an entry into the data layer. */
export const push = (entry: unknown): void => put("dataLayer", entry);

/** The call of the analytics service: it reads its own arguments from its layer. */
export function gtag(..._words: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: the service takes only such an object for a call
  put("gtagLayer", arguments);
}

/** A call that both read. */
function tellBoth(..._words: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: as above
  for (const layer of ["gtagLayer", "dataLayer"] as const) put(layer, arguments);
}

/** Where the page is, and what led to it. */
let place = { page_location: "", page_referrer: document.referrer };

/** Another page is shown. `referrer`: what led to it where that is not a page before it. */
export function arrive(url: string, referrer: string): void {
  place = { page_location: url, page_referrer: place.page_location || referrer };
}

/** Tells the analytics service where the page is: it would read that off the document, with the keys of orders and passwords. */
export function tellPlace(rules: AnalyticsRules): typeof place {
  const told = {
    page_location: rules.analyticsAddress(place.page_location || window.location.href),
    page_referrer: rules.analyticsAddress(place.page_referrer),
  };
  gtag("set", told);
  return told;
}

function load(address: string): void {
  const script = document.createElement("script");
  script.async = true;
  script.src = address;
  document.head.append(script);
}

let leaving = false;
let waiting = false;

/** Whether a service is allowed that only the next document loads. */
export const isServiceAwaited = (): boolean => waiting;

/** Runs once a service is allowed. A document that may not load it is loaded anew then; where a form on it would be lost, the next page
 * is a document of its own. */
function whenOpen(
  category: "statistics" | "marketing",
  service: string,
  open: boolean,
  run: () => void,
): void {
  const anew = () => {
    const path = currentPath();
    if (wasWritten() || (KEPT_KINDS.test(path) && !ORDER_PAGE.test(path))) {
      waiting = true;
      return;
    }
    leaving = true;
    window.location.reload();
  };
  whenAllowed(category, open ? run : anew, service);
}

/** Tells the services what the visitor consents to, now and whenever it changes. */
function tellConsent(rules: AnalyticsRules): void {
  tellBoth("consent", "default", JSON.parse(rules.analyticsConsentDefault()));
  let last = "";
  const update = () => {
    const [step, frame] = [consentView().step, consentFrame()];
    if (!step || !frame) return;
    const now = rules.analyticsConsent(step.state, frame.settings, visitorNow());
    if (now !== last) tellBoth("consent", "update", JSON.parse(now));
    last = now;
  };
  update();
  subscribeConsent(update);
}

const withoutSecrets = (address: string, rules: AnalyticsRules): string =>
  // A fragment is a place on the page.
  rules.addressWithoutSecrets(address) + (/#.*$/.exec(address)?.[0] ?? "");

/** Begins; `open`: the document's policy lets the services in. `false`: the document is loaded anew, which then tells what it shows. */
export function startTags(
  { measurement, tag_manager: manager }: AnalyticsFrame,
  rules: AnalyticsRules,
  open: boolean,
): boolean {
  if (!measurement && !manager) return true;
  const hasSecrets = (address: string) => withoutSecrets(address, rules) !== address;
  let barred = false;
  askDocuments((url) => waiting || barred || hasSecrets(url.href));
  tellConsent(rules);
  push({ logged_in: loggedIn() });
  const beforeLoading = () => {
    if (ORDER_PAGE.test(currentPath())) hideAddress(withoutSecrets(window.location.href, rules));
  };
  if (measurement) {
    whenOpen("statistics", measurement.service, open, () => {
      beforeLoading();
      gtag("js", new Date());
      tellPlace(rules);
      gtag("config", measurement.id, { send_page_view: false, logged_in: loggedIn() });
      load(`${HOST}/gtag/js?id=${measurement.id}&l=gtagLayer`);
    });
  }
  if (manager) {
    whenOpen("marketing", manager.service, open, () => {
      beforeLoading();
      // It reads addresses itself: a document that has a key in one is not for it.
      barred = hasSecrets(window.location.href) || hasSecrets(document.referrer);
      if (barred) return;
      push({ "gtm.start": Date.now(), event: "gtm.js" });
      load(`${HOST}/gtm.js?id=${manager.id}`);
    });
  }
  return !leaving;
}
