// The visitor's cookie consent in the browser. The rules decide what follows from a choice, as on the server.
//
// Code that counts, stores or shows something that needs consent registers with `whenAllowed`, which runs it once consent is
// given.

import { fetchBanner, trackConsent } from "../../api/consent.ts";
import { loadVisit } from "../../core/load.ts";
import type {
  ConsentBanner,
  ConsentCategoryName,
  ConsentEvent,
  ConsentFrame,
  ConsentStep,
  ConsentVisitor,
  Lang,
  PageData,
} from "../../core/types.ts";
import { dispatchConsentEvents } from "./consentEvents.ts";

/** The visit rules, once loaded. */
export type VisitRules = Awaited<ReturnType<typeof loadVisit>>;

export interface ConsentView {
  /** Result of the last event; `null` until the rules are loaded. */
  step: ConsentStep | null;
  /** The banner to show; until the rules are loaded it is the page's own. */
  banner: ConsentBanner | null;
  /** How often the visitor reopened the banner; it takes the focus each time. */
  recalled: number;
  /** Number of choices made on this page. */
  choices: number;
}

const BEFORE: ConsentView = { step: null, banner: null, recalled: 0, choices: 0 };

let view = BEFORE;
let frame: ConsentFrame | null = null;
let pageBanner: ConsentBanner | null = null;
let lang: Lang = "it";
let rules: VisitRules | null = null;
let loading: Promise<VisitRules> | null = null;
/** Whether the browser rejects cookies, so that choices hold for this page only. */
let forgetful = false;
/** Whether the visitor is a bot according to the user agent. */
let bot = false;
const listeners = new Set<() => void>();

export const consentView = (): ConsentView => view;
export const consentBefore = (): ConsentView => BEFORE;
/** The visit rules, once loaded. */
export const visitRules = (): VisitRules | null => rules;
export const consentFrame = (): ConsentFrame | null => frame;

export function subscribeConsent(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

interface Signals {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

export function visitorNow(): ConsentVisitor {
  const { doNotTrack, globalPrivacyControl } = navigator as Signals;
  return {
    cookies: document.cookie,
    user_agent: navigator.userAgent,
    host: window.location.hostname,
    do_not_track: doNotTrack === "1",
    global_privacy_control: globalPrivacyControl === true,
    now: Math.floor(Date.now() / 1000),
  };
}

/** Cookies that hold consent choices. */
const choicesIn = (settings: ConsentFrame["settings"] | undefined): string[] =>
  document.cookie.split("; ").filter((pair) => settings?.prefix && pair.startsWith(settings.prefix));

/** Whether this browser stores any choice. */
export const hasChosen = (): boolean => choicesIn(frame?.settings).length > 0;

/** Everything except the time that the rules' answer depends on: the shop's settings, the visitor's choices and signals. */
export function consentInputs(): unknown[] {
  const settings = frame?.settings;
  const { user_agent, host, do_not_track, global_privacy_control } = visitorNow();
  return [settings, choicesIn(settings), user_agent, host, do_not_track, global_privacy_control];
}

/** Writes cookies from lines prepared by the rules. */
export function writeCookies(changes: readonly { text: string }[]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the lines are whole, and not every browser has the cookie store
  for (const { text } of changes) document.cookie = text;
}

async function loaded(): Promise<VisitRules> {
  rules ??= await loadVisit();
  return rules;
}

/**
 * Whether a category, or one of its services, may store, count or send something now. Nothing may before the rules are loaded.
 * Nothing may for a bot either: the rules treat it as consenting, but nobody has made a choice.
 */
export function isAllowed(category: ConsentCategoryName, service = ""): boolean {
  if (!view.step) return false;
  if (category === "functional") return true;
  return !bot && (view.step.state.services[service] ?? view.step.allowed.includes(category));
}

/**
 * Runs a callback once a category, or one of its services, is allowed; immediately if it already is. Returns the function that
 * cancels the registration.
 */
export function whenAllowed(category: ConsentCategoryName, run: () => void, service = ""): () => void {
  let stop = () => {};
  const check = () => {
    if (!isAllowed(category, service)) return;
    stop();
    run();
  };
  stop = subscribeConsent(check);
  check();
  return () => stop();
}

function publish(step: ConsentStep, more: Partial<ConsentView> = {}): void {
  const before = view.step;
  view = { ...view, ...more, step, banner: step.banner_shown ? pageBanner : null };
  for (const listener of [...listeners]) listener();
  dispatchConsentEvents(before, step);
}

/** The consent state according to the cookies. */
const stateNow = (visit: VisitRules, { cookies }: ConsentVisitor, here: ConsentFrame) =>
  forgetful && view.step ? view.step.state : visit.consentState(cookies ?? "", here.settings);

function applyEvent(visit: VisitRules, event: ConsentEvent, here: ConsentFrame): ConsentStep {
  const visitor = visitorNow();
  bot = visit.isBot(navigator.userAgent);
  const state = stateNow(visit, visitor, here);
  const step = visit.consentStep(state, event, here.settings, visitor) as ConsentStep;
  writeCookies(step.cookies);
  if (step.cookies.length > 0) {
    const stored = visit.consentState(document.cookie, here.settings);
    forgetful = JSON.stringify(stored) !== JSON.stringify(step.state);
  }
  if (step.record) trackConsent(step.record, event.event);
  if (step.reload_after_ms !== null) {
    setTimeout(() => window.location.reload(), step.reload_after_ms);
  }
  const { recalled, choices } = view;
  if (event.event === "page_loaded") publish(step);
  else if (event.event === "manage_consent") publish(step, { recalled: recalled + 1 });
  else publish(step, { choices: choices + 1 });
  return step;
}

/** Applies an event: sets cookies, sends the proof of consent, and reloads the page if consent was withdrawn. */
export async function decide(event: ConsentEvent): Promise<ConsentStep | null> {
  const visit = await loadConsent();
  if (!visit || !frame) return null;
  if (event.event === "manage_consent") pageBanner = (await fetchBanner(lang)) ?? pageBanner;
  return applyEvent(visit, event, frame);
}

/** Reads the cookies again, as another tab or the server may have changed them. */
export function rereadConsent(): void {
  if (!rules || !frame || !view.step || forgetful) return;
  const visitor = visitorNow();
  const state = stateNow(rules, visitor, frame);
  if (JSON.stringify(state) === JSON.stringify(view.step.state)) return;
  publish(rules.consentStep(state, { event: "page_loaded" }, frame.settings, visitor) as ConsentStep);
}

/** Adopts the consent settings of the page that is shown. */
export function setPageConsent({ shell }: PageData): void {
  frame = shell.consent ?? null;
  lang = shell.lang;
  pageBanner ??= frame?.banner ?? null;
}

/** Loads the rules and applies them to the current page, once; `null` if the shop does not ask for consent. */
export function loadConsent(): Promise<VisitRules> | null {
  const here = frame;
  if (!here) return null;
  loading ??= loaded().then((visit) => {
    applyEvent(visit, { event: "page_loaded" }, here);
    return visit;
  });
  // After a failure, the next caller tries again.
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

/**
 * Adopts a page that the app navigates to. The cookies are read first, so that a choice withdrawn in another tab does not count
 * for it.
 */
export function adoptConsent(data: PageData): Promise<VisitRules> | null {
  setPageConsent(data);
  rereadConsent();
  return loadConsent();
}

/** Resets the module for tests. */
export function resetConsent(): void {
  view = BEFORE;
  frame = pageBanner = rules = loading = null;
  forgetful = bot = false;
  listeners.clear();
}
