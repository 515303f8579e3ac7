// Order attribution: where the visitor came from, recorded for the order while the visitor allows it. The rules decide what is
// stored and sent.
//
// Pages viewed before consent are only held in memory. Once consent is given, they are recorded from the first one on, as the
// source would otherwise be lost with the landing page's address.

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
import type { PageView } from "./pageViews.ts";

/** Common prefix of the attribution cookies. */
const PREFIX = "sbjs_";
/** Maximum number of pages that are held while consent is pending. */
const MAX_PENDING_PAGES = 100;
/** No attribution without consent. */
const NOTHING: AttributionFields = {};

type Seen = Omit<PageView, "data">;

let frame: AttributionFrame | null = null;
let pendingPages: Seen[] = [];
let current: AttributionFields = NOTHING;
let stop: (() => void) | null = null;
const listeners = new Set<() => void>();

const hasCookies = () => document.cookie.split("; ").some((pair) => pair.startsWith(PREFIX));
const isRecorded = () => frame !== null && isAllowed(frame.category, frame.service);

function publish(fields: AttributionFields): void {
  current = fields;
  for (const listener of [...listeners]) listener();
}

/** Records the pending pages, or deletes the cookies if attribution is not allowed. */
function update(): void {
  const rules = visitRules();
  if (!rules || !consentView().step) return;
  const view = { user_agent: navigator.userAgent, chance: 0 };
  if (!frame || !isRecorded()) {
    if (current !== NOTHING) publish(NOTHING);
    if (!hasCookies()) return;
    const visit = { ...view, cookies: document.cookie, url: window.location.href, referrer: "", now: 0 };
    writeCookies(rules.attributionVisit(visit, { tracking: false }).cookies);
    return;
  }
  for (const { url, referrer, now } of pendingPages) {
    // Keys of orders and password resets stay out of the cookies.
    const clean = { url: rules.addressWithoutSecrets(url), referrer: rules.addressWithoutSecrets(referrer) };
    const { cookies } = rules.attributionVisit(
      { ...view, ...clean, now, cookies: document.cookie },
      frame.settings,
    );
    writeCookies(cookies);
  }
  pendingPages = [];
  publish(rules.attributionFields(document.cookie));
}

/** Records a page view: the first one comes from the referrer, later ones from the previous page. */
export function recordVisit({ data: { shell }, url, referrer, now }: PageView): void {
  frame = shell.attribution ?? null;
  stop ??= subscribeConsent(update);
  if (frame && pendingPages.length < MAX_PENDING_PAGES) pendingPages.push({ url, referrer, now });
  // If the shop no longer asks for consent, nothing is recorded, and cookies of an earlier configuration are deleted.
  if (!shell.consent && hasCookies()) {
    void loadVisit().then((rules) => {
      const visit = { cookies: document.cookie, url: window.location.href };
      writeCookies(rules.attributionVisit(visit, { tracking: false }).cookies);
    });
  }
  update();
}

/**
 * Returns the attribution of an order that is placed now; empty if nothing is known or allowed. Reads the cookies, as another tab
 * may have recorded more.
 */
export function attributionNow(): AttributionFields {
  const rules = visitRules();
  return rules && isRecorded() ? rules.attributionFields(document.cookie) : NOTHING;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Returns the attribution fields for rendering. */
export function useAttribution(): AttributionFields {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => NOTHING,
  );
}

/** Resets the module for tests. */
export function resetAttribution(): void {
  stop?.();
  stop = null;
  frame = null;
  pendingPages = [];
  current = NOTHING;
}
