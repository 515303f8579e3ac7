// The data layer and the third-party services that read it. Each is loaded only if it is configured and the visitor consents to
// it.

import { currentPath } from "../../core/address.ts";
import type { AnalyticsRules } from "../../core/load.ts";
import type { AnalyticsFrame } from "../../core/types.ts";
import { isLoggedIn } from "../account.ts";
import {
  consentFrame,
  consentView,
  subscribeConsent,
  visitorNow,
  whenAllowed,
} from "../consent/consentStore.ts";
import { hideAddress, setDocumentFilter } from "../documents.ts";
import { wasWritten } from "./typing.ts";

const HOST = "https://www.googletagmanager.com";
/** The order confirmation page: it has no form to lose, and no other page reports its purchase. */
const ORDER_PAGE = /^\/checkout\/order-received\//;
/** Pages whose forms must not be lost by a reload for the sake of a service. */
const FORM_PAGES = /^\/(?:checkout|my-account)\//;

declare global {
  interface Window {
    dataLayer?: unknown[];
    /** The analytics service has a layer of its own: in a shared layer, both services would receive each event. */
    gtagLayer?: unknown[];
  }
}

function put(layer: "dataLayer" | "gtagLayer", entry: unknown): void {
  window[layer] ??= [];
  window[layer].push(entry);
}

/** Pushes an entry to the data layer. */
export const push = (entry: unknown): void => put("dataLayer", entry);

/** The analytics service's global function; the service reads the arguments from its layer. */
export function gtag(..._args: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: the service only recognises an arguments object as a call
  put("gtagLayer", arguments);
}

/** Sends a command to both layers. */
function gtagBoth(..._args: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: as above
  for (const layer of ["gtagLayer", "dataLayer"] as const) put(layer, arguments);
}

/** The page's address and referrer. */
let pageLocation = { page_location: "", page_referrer: document.referrer };

/** Sets the location of the page that is shown now. `referrer` is used if no page of this document preceded it. */
export function setLocation(url: string, referrer: string): void {
  pageLocation = { page_location: url, page_referrer: pageLocation.page_location || referrer };
}

/**
 * Sends the page's location to the analytics service, which would otherwise read it from the document, including the keys of
 * orders and password resets.
 */
export function sendLocation(rules: AnalyticsRules): typeof pageLocation {
  const cleanLocation = {
    page_location: rules.analyticsAddress(pageLocation.page_location || window.location.href),
    page_referrer: rules.analyticsAddress(pageLocation.page_referrer),
  };
  gtag("set", cleanLocation);
  return cleanLocation;
}

function load(address: string): void {
  const script = document.createElement("script");
  script.async = true;
  script.src = address;
  document.head.append(script);
}

let leaving = false;
let waiting = false;

/** Whether an allowed service has to wait for the next document. */
export const isServiceAwaited = (): boolean => waiting;

/**
 * Runs a callback once a service is allowed. A document whose policy blocks the service is reloaded then; if that would lose a
 * form, the next page becomes a document of its own instead.
 */
function whenLoadable(
  category: "statistics" | "marketing",
  service: string,
  open: boolean,
  run: () => void,
): void {
  const reloadDocument = () => {
    const path = currentPath();
    if (wasWritten() || (FORM_PAGES.test(path) && !ORDER_PAGE.test(path))) {
      waiting = true;
      return;
    }
    leaving = true;
    window.location.reload();
  };
  whenAllowed(category, open ? run : reloadDocument, service);
}

/** Sends the visitor's consent to the services, now and whenever it changes. */
function sendConsent(rules: AnalyticsRules): void {
  gtagBoth("consent", "default", JSON.parse(rules.analyticsConsentDefault()));
  let last = "";
  const update = () => {
    const [step, frame] = [consentView().step, consentFrame()];
    if (!step || !frame) return;
    const now = rules.analyticsConsent(step.state, frame.settings, visitorNow());
    if (now !== last) gtagBoth("consent", "update", JSON.parse(now));
    last = now;
  };
  update();
  subscribeConsent(update);
}

const withoutSecrets = (address: string, rules: AnalyticsRules): string =>
  // A fragment is a position on the page.
  rules.addressWithoutSecrets(address) + (/#.*$/.exec(address)?.[0] ?? "");

/**
 * Starts the services. `open`: whether the document's policy allows them. Returns `false` if the document is being reloaded,
 * which then reports its page view.
 */
export function startTags(
  { measurement, tag_manager: manager }: AnalyticsFrame,
  rules: AnalyticsRules,
  open: boolean,
): boolean {
  if (!measurement && !manager) return true;
  const hasSecrets = (address: string) => withoutSecrets(address, rules) !== address;
  let barred = false;
  setDocumentFilter((url) => waiting || barred || hasSecrets(url.href));
  sendConsent(rules);
  push({ logged_in: isLoggedIn() });
  const beforeLoading = () => {
    if (ORDER_PAGE.test(currentPath())) hideAddress(withoutSecrets(window.location.href, rules));
  };
  if (measurement) {
    whenLoadable("statistics", measurement.service, open, () => {
      beforeLoading();
      gtag("js", new Date());
      sendLocation(rules);
      gtag("config", measurement.id, { send_page_view: false, logged_in: isLoggedIn() });
      load(`${HOST}/gtag/js?id=${measurement.id}&l=gtagLayer`);
    });
  }
  if (manager) {
    whenLoadable("marketing", manager.service, open, () => {
      beforeLoading();
      // The tag manager reads addresses itself, so it is not loaded in a document whose address or referrer contains a key.
      barred = hasSecrets(window.location.href) || hasSecrets(document.referrer);
      if (barred) return;
      push({ "gtm.start": Date.now(), event: "gtm.js" });
      load(`${HOST}/gtm.js?id=${manager.id}`);
    });
  }
  return !leaving;
}
