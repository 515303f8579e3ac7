// The visitor's consent to cookies in the browser. What follows from a choice is decided by the rules, as on the server.
//
// `whenAllowed` is for whoever counts, remembers or shows something that needs consent: it runs once that is given.

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
import { tell } from "./consentEvents.ts";

/** The rules, once they are there. */
export type VisitRules = Awaited<ReturnType<typeof loadVisit>>;

export interface ConsentView {
  /** What the last event came to; `null`: the rules have not been asked yet. */
  step: ConsentStep | null;
  /** The banner to show; the page's own one counts until the rules have been asked. */
  banner: ConsentBanner | null;
  /** How often the banner was brought back by its button: each time it takes the focus. */
  recalled: number;
  /** How many choices were made since the page came. */
  choices: number;
}

const BEFORE: ConsentView = { step: null, banner: null, recalled: 0, choices: 0 };

let view = BEFORE;
let frame: ConsentFrame | null = null;
let known: ConsentBanner | null = null;
let lang: Lang = "it";
let rules: VisitRules | null = null;
let begun: Promise<VisitRules> | null = null;
/** The browser keeps no cookies: what was chosen holds for this page alone. */
let forgetful = false;
/** The visitor is a program, by the name of the browser. */
let bot = false;
const listeners = new Set<() => void>();

export const consentView = (): ConsentView => view;
export const consentBefore = (): ConsentView => BEFORE;
/** The rules of visits, once they are there. */
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

/** Cookies that hold choices. */
const choicesIn = (settings: ConsentFrame["settings"] | undefined): string[] =>
  document.cookie.split("; ").filter((pair) => settings?.prefix && pair.startsWith(settings.prefix));

/** Whether this browser keeps a choice, whatever it is. */
export const hasChosen = (): boolean => choicesIn(frame?.settings).length > 0;

/** All that the rules' answer about consent depends on but the time: the shop's settings, the visitor's choices and signals. */
export function consentInputs(): unknown[] {
  const settings = frame?.settings;
  const { user_agent, host, do_not_track, global_privacy_control } = visitorNow();
  return [settings, choicesIn(settings), user_agent, host, do_not_track, global_privacy_control];
}

/** Writes cookies as the rules have made their lines. */
export function writeCookies(changes: readonly { text: string }[]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the lines are whole, and not every browser has the cookie store
  for (const { text } of changes) document.cookie = text;
}

async function loaded(): Promise<VisitRules> {
  rules ??= await loadVisit();
  return rules;
}

/** Whether a category, or a service of it, may store, count or send something now. Before the rules are there, nothing may. For a bot
 * nothing may either: the rules treat it as consenting, but nobody has made a choice. */
export function isAllowed(category: ConsentCategoryName, service = ""): boolean {
  if (!view.step) return false;
  if (category === "functional") return true;
  return !bot && (view.step.state.services[service] ?? view.step.allowed.includes(category));
}

/** Runs something once a category, or a service of it, is allowed: at once where it is. Gives what takes the wish back. */
export function whenAllowed(category: ConsentCategoryName, run: () => void, service = ""): () => void {
  let stop = () => {};
  const look = () => {
    if (!isAllowed(category, service)) return;
    stop();
    run();
  };
  stop = subscribeConsent(look);
  look();
  return () => stop();
}

function put(step: ConsentStep, more: Partial<ConsentView> = {}): void {
  const before = view.step;
  view = { ...view, ...more, step, banner: step.banner_shown ? known : null };
  for (const listener of [...listeners]) listener();
  tell(before, step);
}

/** The state as the cookies hold it. */
const stateNow = (asked: VisitRules, { cookies }: ConsentVisitor, here: ConsentFrame) =>
  forgetful && view.step ? view.step.state : asked.consentState(cookies ?? "", here.settings);

function happen(asked: VisitRules, event: ConsentEvent, here: ConsentFrame): ConsentStep {
  const visitor = visitorNow();
  bot = asked.isBot(navigator.userAgent);
  const state = stateNow(asked, visitor, here);
  const step = asked.consentStep(state, event, here.settings, visitor) as ConsentStep;
  writeCookies(step.cookies);
  if (step.cookies.length > 0) {
    const held = asked.consentState(document.cookie, here.settings);
    forgetful = JSON.stringify(held) !== JSON.stringify(step.state);
  }
  if (step.record) trackConsent(step.record, event.event);
  if (step.reload_after_ms !== null) {
    setTimeout(() => window.location.reload(), step.reload_after_ms);
  }
  const { recalled, choices } = view;
  if (event.event === "page_loaded") put(step);
  else if (event.event === "manage_consent") put(step, { recalled: recalled + 1 });
  else put(step, { choices: choices + 1 });
  return step;
}

/** What an event comes to: cookies are set, the proof is sent, the page is loaded anew where something was taken back. */
export async function decide(event: ConsentEvent): Promise<ConsentStep | null> {
  const asked = await beginConsent();
  if (!asked || !frame) return null;
  if (event.event === "manage_consent") known = (await fetchBanner(lang)) ?? known;
  return happen(asked, event, frame);
}

/** Reads the cookies again: another tab, or the shop, may have changed them. */
export function lookAgain(): void {
  if (!rules || !frame || !view.step || forgetful) return;
  const visitor = visitorNow();
  const state = stateNow(rules, visitor, frame);
  if (JSON.stringify(state) === JSON.stringify(view.step.state)) return;
  put(rules.consentStep(state, { event: "page_loaded" }, frame.settings, visitor) as ConsentStep);
}

/** Takes what a page that is shown says of consent: from then on it can be answered. */
export function takeConsent({ shell }: PageData): void {
  frame = shell.consent ?? null;
  lang = shell.lang;
  known ??= frame?.banner ?? null;
}

/** Brings the rules and asks them about the page that is shown, once; `null`: the shop does not ask. */
export function beginConsent(): Promise<VisitRules> | null {
  const here = frame;
  if (!here) return null;
  begun ??= loaded().then((asked) => {
    happen(asked, { event: "page_loaded" }, here);
    return asked;
  });
  // What could not be fetched is fetched again by the next who asks.
  begun.catch(() => {
    begun = null;
  });
  return begun;
}

/** Both, for a page that the app moves to. Nothing of it is noted by a choice that another tab has taken back meanwhile. */
export function adoptConsent(data: PageData): Promise<VisitRules> | null {
  takeConsent(data);
  lookAgain();
  return beginConsent();
}

/** As before any page; for tests. */
export function forgetConsent(): void {
  view = BEFORE;
  frame = known = rules = begun = null;
  forgetful = bot = false;
  listeners.clear();
}
