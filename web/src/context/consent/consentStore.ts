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
  /** The banner was brought back by its button, and takes the focus. */
  recalled: boolean;
}

const BEFORE: ConsentView = { step: null, banner: null, recalled: false };

let view = BEFORE;
let frame: ConsentFrame | null = null;
let known: ConsentBanner | null = null;
let rules: VisitRules | null = null;
let begun: Promise<VisitRules> | null = null;
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
    do_not_track: doNotTrack === "1",
    global_privacy_control: globalPrivacyControl === true,
    now: Math.floor(Date.now() / 1000),
  };
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

/** Whether a category, or a service of it, may run now. Before the rules are there, nothing may. */
export function isAllowed(category: ConsentCategoryName, service = ""): boolean {
  if (!view.step) return false;
  const own = category === "functional" ? undefined : view.step.state.services[service];
  return own ?? view.step.allowed.includes(category);
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

function put(step: ConsentStep, recalled: boolean): void {
  const before = view.step;
  view = { step, banner: step.banner_shown ? known : null, recalled: recalled && step.banner_shown };
  for (const listener of [...listeners]) listener();
  tell(before, step);
}

/** What an event comes to: cookies are set, the proof is sent, the page is loaded anew where something was taken back. */
export async function decide(event: ConsentEvent): Promise<ConsentStep | null> {
  const here = frame;
  if (!here) return null;
  const asked = await loaded();
  if (event.event === "manage_consent") known = (await fetchBanner()) ?? known;
  const visitor = visitorNow();
  const state = asked.consentState(visitor.cookies ?? "", here.settings);
  const step = asked.consentStep(state, event, here.settings, visitor) as ConsentStep;
  writeCookies(step.cookies);
  // Accepting by the law of the place is no choice of the visitor's.
  if (step.record && event.event !== "page_loaded") trackConsent(step.record, event.event);
  if (step.reload_after_ms !== null) {
    setTimeout(() => window.location.reload(), step.reload_after_ms);
  }
  put(step, event.event === "manage_consent");
  return step;
}

/** Reads the cookies again: another tab, or the shop, may have changed them. */
export function lookAgain(): void {
  if (!rules || !frame || !view.step) return;
  const visitor = visitorNow();
  const state = rules.consentState(visitor.cookies ?? "", frame.settings);
  if (JSON.stringify(state) === JSON.stringify(view.step.state)) return;
  put(
    rules.consentStep(state, { event: "page_loaded" }, frame.settings, visitor) as ConsentStep,
    view.recalled,
  );
}

/** Takes the consent of a page that is shown; the rules are asked once, for the first. */
export function adoptConsent({ shell }: PageData): Promise<VisitRules> | null {
  frame = shell.consent ?? null;
  if (!frame) return null;
  known ??= frame.banner;
  begun ??= decide({ event: "page_loaded" }).then(loaded);
  return begun;
}

/** As before any page; for tests. */
export function forgetConsent(): void {
  view = BEFORE;
  frame = known = rules = begun = null;
  listeners.clear();
}
