// Where the visitor came from, noted for the order while he allows it. What is stored and said is decided by the rules.
//
// Pages seen before consent are held in memory alone: once it is given, they are noted from the first one on, as otherwise the source
// would be lost with the landing page's address.

import { useSyncExternalStore } from "react";
import { loadVisit } from "../core/load.ts";
import type { AttributionFields, AttributionFrame } from "../core/types.ts";
import {
  consentView,
  isAllowed,
  subscribeConsent,
  visitRules,
  writeCookies,
} from "./consent/consentStore.ts";
import type { ShownPage } from "./shownPage.ts";

/** What all of its cookies begin with. */
const PREFIX = "sbjs_";
/** Most pages that are held while consent is waited for. */
const MAX_HELD = 100;
/** Cookies say nothing to who may not read them. */
const NOTHING: AttributionFields = {};

type Seen = Omit<ShownPage, "data">;

let frame: AttributionFrame | null = null;
let held: Seen[] = [];
let known: AttributionFields = NOTHING;
let stop: (() => void) | null = null;
const listeners = new Set<() => void>();

const hasCookies = () => document.cookie.split("; ").some((pair) => pair.startsWith(PREFIX));
const isNoted = () => frame !== null && isAllowed(frame.category, frame.service);

function tell(fields: AttributionFields): void {
  known = fields;
  for (const listener of [...listeners]) listener();
}

/** Notes the pages that are held, or deletes what must not be there. */
function look(): void {
  const rules = visitRules();
  if (!rules || !consentView().step) return;
  const view = { user_agent: navigator.userAgent, chance: 0 };
  if (!frame || !isNoted()) {
    if (known !== NOTHING) tell(NOTHING);
    if (!hasCookies()) return;
    const gone = { ...view, cookies: document.cookie, url: window.location.href, referrer: "", now: 0 };
    writeCookies(rules.attributionVisit(gone, { tracking: false }).cookies);
    return;
  }
  for (const { url, referrer, now } of held) {
    // Keys of orders and of passwords stay out of the cookies.
    const clean = { url: rules.addressWithoutSecrets(url), referrer: rules.addressWithoutSecrets(referrer) };
    const { cookies } = rules.attributionVisit(
      { ...view, ...clean, now, cookies: document.cookie },
      frame.settings,
    );
    writeCookies(cookies);
  }
  held = [];
  tell(rules.attributionFields(document.cookie));
}

/** Takes a page that is shown: the first one comes from the referrer, others from the page before. */
export function seePage({ data: { shell }, url, referrer, now }: ShownPage): void {
  frame = shell.attribution ?? null;
  stop ??= subscribeConsent(look);
  if (frame && held.length < MAX_HELD) held.push({ url, referrer, now });
  // Where nothing is asked nothing is noted, and what an earlier setting left goes.
  if (!shell.consent && hasCookies()) {
    void loadVisit().then((rules) => {
      const gone = { cookies: document.cookie, url: window.location.href };
      writeCookies(rules.attributionVisit(gone, { tracking: false }).cookies);
    });
  }
  look();
}

/** Where an order that is placed now came from; empty: nothing is known, or may be. Another tab may have seen more. */
export function attributionNow(): AttributionFields {
  const rules = visitRules();
  return rules && isNoted() ? rules.attributionFields(document.cookie) : NOTHING;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** The same for what is shown. */
export function useAttribution(): AttributionFields {
  return useSyncExternalStore(
    subscribe,
    () => known,
    () => NOTHING,
  );
}

/** As before any page; for tests. */
export function forgetAttribution(): void {
  stop?.();
  stop = null;
  frame = null;
  held = [];
  known = NOTHING;
}
