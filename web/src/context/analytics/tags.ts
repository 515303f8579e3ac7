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

const HOST = "https://www.googletagmanager.com";
/** Pages whose forms are not to be lost for a service's sake: the next page loads it. */
const KEPT_KINDS = /^\/(?:checkout|my-account)\//;

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

/** Puts an entry into the data layer. */
export function push(entry: unknown): void {
  window.dataLayer ??= [];
  window.dataLayer.push(entry);
}

/** The call of the analytics service: it reads its own arguments from the data layer. */
export function gtag(..._words: unknown[]): void {
  // biome-ignore lint/complexity/noArguments: the service takes only such an object for a call
  push(arguments);
}

function load(address: string): void {
  const script = document.createElement("script");
  script.async = true;
  script.src = address;
  document.head.append(script);
}

let leaving = false;

/** Runs once a service is allowed. A document that may not load it is loaded anew then, unless a form on it would be lost. */
function whenOpen(
  category: "statistics" | "marketing",
  service: string,
  open: boolean,
  run: () => void,
): void {
  const anew = () => {
    if (KEPT_KINDS.test(currentPath())) return;
    leaving = true;
    window.location.reload();
  };
  whenAllowed(category, open ? run : anew, service);
}

/** Tells the services what the visitor consents to, now and whenever it changes. */
function tellConsent(rules: AnalyticsRules): void {
  gtag("consent", "default", JSON.parse(rules.analyticsConsentDefault()));
  let last = "";
  const update = () => {
    const [step, frame] = [consentView().step, consentFrame()];
    if (!step || !frame) return;
    const now = rules.analyticsConsent(step.state, frame.settings, visitorNow());
    if (now !== last) gtag("consent", "update", JSON.parse(now));
    last = now;
  };
  update();
  subscribeConsent(update);
}

/** Begins; `open`: the document's policy lets the services in. `false`: the document is loaded anew, which then tells what it shows. */
export function startTags(
  { measurement, tag_manager: manager }: AnalyticsFrame,
  rules: AnalyticsRules,
  open: boolean,
): boolean {
  if (!measurement && !manager) return true;
  tellConsent(rules);
  push({ logged_in: loggedIn() });
  if (measurement) {
    whenOpen("statistics", measurement.service, open, () => {
      gtag("js", new Date());
      gtag("config", measurement.id, { send_page_view: false, logged_in: loggedIn() });
      load(`${HOST}/gtag/js?id=${measurement.id}`);
    });
  }
  if (manager) {
    whenOpen("marketing", manager.service, open, () => {
      push({ "gtm.start": Date.now(), event: "gtm.js" });
      load(`${HOST}/gtm.js?id=${manager.id}`);
    });
  }
  return !leaving;
}
