// Consent in the browser, with the real rules and a fake clock.

import { setPathPrefix } from "../../core/address.ts";
import type { ConsentFrame, PageData } from "../../core/types.ts";
import { parseConsentForm } from "./consentForm.ts";
import {
  consentView,
  decide,
  isAllowed,
  resetConsent,
  visitorNow,
  whenAllowed,
  writeCookies,
} from "./consentStore.ts";
import { WAITING } from "./consentTimers.ts";
import { startConsent } from "./start.ts";

const sent: { path: string; body: unknown }[] = [];
/** Whether the fake shop stores the proofs of consent. */
let storesProofs = true;

const settings = {
  prefix: "cmplz_",
  consent_type: "optin",
  region: "eu",
  policy_id: 15,
  cookie_expiry_days: 365,
  cookie_domain: "",
  cookie_path: "/",
  secure: false,
  honour_signals: true,
  dismiss_on_scroll: true,
  dismiss_after_ms: 5000,
  store_consent: true,
  ask_again_days: 183,
} as ConsentFrame["settings"];

const banner = { title: "I cookie", categories: [] } as unknown as NonNullable<ConsentFrame["banner"]>;

function page(more: Partial<ConsentFrame["settings"]> = {}): PageData {
  const cookies = { marketing: { attribution: ["sbjs_*"] }, statistics: { counter: ["_c"] } };
  const consent = { settings: { ...settings, ...more }, cookies, manage: "", banner };
  return { shell: { lang: "en", consent } } as unknown as PageData;
}

function cookieNames(): string[] {
  return document.cookie
    .split("; ")
    .map((pair) => pair.split("=")[0] ?? "")
    .filter(Boolean)
    .sort();
}

/** Lets pending promises settle. */
const settled = () => jest.advanceTimersByTimeAsync(0);

async function start(more: Partial<ConsentFrame["settings"]> = {}): Promise<void> {
  startConsent(page(more));
  await jest.advanceTimersByTimeAsync(1);
}

/** Responds like the shop, whose cookies confirm which proof is stored. */
function answer(path: string, body: { consented_categories: string[]; consented_services: object } | null) {
  if (!path.endsWith("/track")) return new Response(JSON.stringify({ banner }));
  if (!storesProofs || !body) return new Response("", { status: 503 });
  const saved = { categories: body.consented_categories, services: body.consented_services };
  for (const [name, value] of Object.entries(saved)) {
    writeCookies([{ text: `cmplz_saved_${name}=${encodeURIComponent(JSON.stringify(value))}; path=/` }]);
  }
  return new Response(JSON.stringify({ success: true }));
}

beforeEach(() => {
  jest.useFakeTimers();
  resetConsent();
  storesProofs = true;
  sent.length = 0;
  for (const name of cookieNames()) writeCookies([{ text: `${name}=; max-age=0; path=/` }]);
  globalThis.fetch = (async (path: string, init?: RequestInit) => {
    const body = init?.body ? JSON.parse(String(init.body)) : null;
    sent.push({ path, body });
    return answer(path, body);
  }) as typeof fetch;
});
afterEach(() => {
  jest.clearAllTimers();
  jest.useRealTimers();
});

test("before a choice nothing is stored, sent or allowed, and the banner stays", async () => {
  await start();
  expect(cookieNames()).toEqual([]);
  expect(sent).toEqual([]);
  expect(isAllowed("functional")).toBe(true);
  expect(isAllowed("marketing")).toBe(false);
  expect(consentView().banner).toBe(banner);
});

test("accepting stores the choice, notifies the shop once and runs what waited", async () => {
  await start();
  const ran: string[] = [];
  whenAllowed("marketing", () => ran.push("marketing"));
  whenAllowed("statistics", () => ran.push("statistics"));
  const stop = whenAllowed("preferences", () => ran.push("never"));
  stop();
  await decide({ event: "accept_all" });
  expect(ran).toEqual(["marketing", "statistics"]);
  expect(consentView().banner).toBeNull();
  expect(cookieNames()).toEqual([
    "cmplz_banner-status",
    "cmplz_decided",
    "cmplz_functional",
    "cmplz_marketing",
    "cmplz_policy_id",
    "cmplz_preferences",
    "cmplz_saved_categories",
    "cmplz_saved_services",
    "cmplz_statistics",
  ]);
  expect(sent).toEqual([
    {
      path: "/wp-json/complianz/v1/track",
      body: {
        consented_categories: ["functional", "preferences", "statistics", "marketing"],
        consented_services: {},
        consenttype: "optin",
        policy_id: 15,
        event: "accept_all",
      },
    },
  ]);
  await decide({ event: "accept_all" });
  expect(sent).toHaveLength(1);
});

test("a proof that does not arrive is sent again by the next page, until it is stored", async () => {
  storesProofs = false;
  await start();
  await decide({ event: "deny_all" });
  expect(cookieNames()).not.toContain("cmplz_saved_categories");
  for (const times of [2, 3, 3]) {
    resetConsent();
    storesProofs = times === 3;
    await start();
    expect(sent).toHaveLength(times);
  }
  expect(sent.at(-1)?.body).toMatchObject({ consented_categories: ["functional"], policy_id: 15 });
});

test("a choice that is made before the rules are loaded loads them", async () => {
  startConsent(page());
  const step = await decide({ event: "accept_all" });
  expect(step?.banner_shown).toBe(false);
  expect(consentView().choices).toBe(1);
  expect(document.cookie).toContain("cmplz_marketing=allow");
});

test("calls are answered in the language of the page, in which consent is requested and proved", async () => {
  setPathPrefix("/en");
  await start();
  await decide({ event: "manage_consent" });
  await decide({ event: "accept_all" });
  setPathPrefix("");
  const base = "/en/wp-json/complianz/v1";
  const [banner, track] = sent.map(({ path }) => new URL(path, "https://bottega.example"));
  expect([banner?.pathname, track?.pathname]).toEqual([`${base}/banner`, `${base}/track`]);
  const { lang, locale, token } = Object.fromEntries(banner?.searchParams ?? []);
  expect([lang, locale]).toEqual(["en", "en_GB"]);
  expect(token).toMatch(/^\d+$/);
  expect(banner?.searchParams.has("cmplz_user_region")).toBe(false);
});

test("the banner is requested for the region in the page's address", async () => {
  window.history.replaceState(null, "", "/?cmplz_user_region=us");
  await start();
  await decide({ event: "manage_consent" });
  window.history.replaceState(null, "", "/");
  expect(new URL(sent[0]?.path ?? "", "https://bottega.example").searchParams.get("cmplz_user_region")).toBe(
    "us",
  );
});

test("each time the banner is reopened it takes the focus again", async () => {
  await start();
  for (const times of [1, 2]) {
    await decide({ event: "manage_consent" });
    expect(consentView().recalled).toBe(times);
  }
});

test("where the browser rejects cookies a choice holds on this page", async () => {
  Object.defineProperty(document, "cookie", { get: () => "", set: () => {}, configurable: true });
  try {
    await start();
    await decide({ event: "save_preferences", preferences: false, statistics: true, marketing: false });
    await jest.advanceTimersByTimeAsync(10_000);
    expect(consentView().banner).toBeNull();
    expect([isAllowed("statistics"), isAllowed("marketing")]).toEqual([true, false]);
    await decide({ event: "accept_placeholder", category: "marketing", service: "film" });
    expect(isAllowed("statistics")).toBe(true);
  } finally {
    Reflect.deleteProperty(document, "cookie");
  }
});

test("denying allows nothing, and closing the banner allows nothing either", async () => {
  for (const event of ["deny_all", "close"] as const) {
    resetConsent();
    await start();
    const run = jest.fn();
    whenAllowed("marketing", run);
    await decide({ event });
    expect(run).not.toHaveBeenCalled();
    expect(document.cookie).toContain("cmplz_marketing=deny");
    expect(consentView().banner).toBeNull();
  }
});

test("a choice for a service overrides its category", async () => {
  await start();
  const run = jest.fn();
  whenAllowed("marketing", run, "film");
  await decide({ event: "accept_placeholder", category: "marketing", service: "map" });
  expect(run).not.toHaveBeenCalled();
  await decide({ event: "accept_placeholder", category: "marketing", service: "film" });
  expect(run).toHaveBeenCalledTimes(1);
  expect(isAllowed("marketing")).toBe(false);
});

test("cookies that are not allowed are deleted each second, others stay", async () => {
  await start();
  writeCookies([{ text: "sbjs_current=x; path=/" }]);
  writeCookies([{ text: "_c=1; path=/" }]);
  writeCookies([{ text: "carrello=1; path=/" }]);
  await jest.advanceTimersByTimeAsync(980);
  expect(cookieNames()).toEqual(["_c", "carrello", "sbjs_current"]);
  await jest.advanceTimersByTimeAsync(20);
  expect(cookieNames()).toEqual(["carrello"]);
});

test("an allowed service keeps its cookies", async () => {
  await start();
  await decide({ event: "save_preferences", preferences: false, statistics: false, marketing: true });
  writeCookies([{ text: "sbjs_current=x; path=/" }]);
  writeCookies([{ text: "_c=1; path=/" }]);
  await jest.advanceTimersByTimeAsync(2000);
  expect(cookieNames()).toContain("sbjs_current");
  expect(cookieNames()).not.toContain("_c");
});

test("a choice made in another tab is noticed within two seconds", async () => {
  await start();
  const run = jest.fn();
  whenAllowed("statistics", run);
  writeCookies([{ text: "cmplz_statistics=allow; path=/" }]);
  writeCookies([{ text: "cmplz_policy_id=15; path=/" }]);
  await jest.advanceTimersByTimeAsync(1900);
  expect(run).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(200);
  expect(run).toHaveBeenCalledTimes(1);
});

test("a page from the back/forward cache notices at once a choice that was made meanwhile", async () => {
  await start();
  await decide({ event: "accept_all" });
  writeCookies([{ text: "cmplz_statistics=deny; path=/" }]);
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(isAllowed("statistics")).toBe(false);
});

test("for a visitor who has chosen before, the rules load without waiting for an idle moment", async () => {
  const idle = jest.fn();
  window.requestIdleCallback = idle;
  try {
    await start();
    expect(consentView().step).toBeNull();
    resetConsent();
    writeCookies([{ text: "cmplz_statistics=allow; path=/" }]);
    await start();
    expect(idle).toHaveBeenCalledTimes(1);
    expect(isAllowed("statistics")).toBe(true);
  } finally {
    Reflect.deleteProperty(window, "requestIdleCallback");
  }
});

test("a bot is allowed nothing, whatever its cookies say, as nobody has chosen", async () => {
  const agent = jest.spyOn(navigator, "userAgent", "get").mockReturnValue("Googlebot/2.1");
  const run = jest.fn();
  whenAllowed("marketing", run);
  writeCookies([{ text: 'cmplz_consented_services=%7B"film"%3Atrue%7D; path=/' }]);
  await start();
  expect([isAllowed("functional"), isAllowed("marketing"), isAllowed("marketing", "film")]).toEqual([
    true,
    false,
    false,
  ]);
  expect(run).not.toHaveBeenCalled();
  agent.mockRestore();
});

test("where a video waits for consent, the cookies are read every 500 ms, a hundred times at most", async () => {
  document.body.innerHTML = '<form data-consent-waiting="film"></form>';
  await start();
  const run = jest.fn();
  whenAllowed("marketing", run);
  writeCookies([{ text: "cmplz_marketing=allow; path=/" }]);
  await jest.advanceTimersByTimeAsync(500);
  expect(run).toHaveBeenCalledTimes(1);
  const looked = jest.spyOn(document, "querySelector");
  const times = () => looked.mock.calls.filter(([selector]) => selector === WAITING).length;
  await jest.advanceTimersByTimeAsync(98 * 500);
  expect(times()).toBe(98);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(times()).toBe(99);
  looked.mockRestore();
  document.body.innerHTML = "";
});

test("under opt-in neither scrolling nor waiting closes the banner", async () => {
  await start();
  window.dispatchEvent(new Event("scroll"));
  await jest.advanceTimersByTimeAsync(60_000);
  expect(consentView().banner).toBe(banner);
  expect(cookieNames()).toEqual([]);
});

test("under opt-out waiting closes the banner when its time is over, and not before", async () => {
  await start({ consent_type: "optout", dismiss_on_scroll: false });
  expect(isAllowed("marketing")).toBe(true);
  await jest.advanceTimersByTimeAsync(4900);
  expect(consentView().banner).toBe(banner);
  await jest.advanceTimersByTimeAsync(200);
  expect(consentView().banner).toBeNull();
});

test("under opt-out more than 400 px of scrolling closes the banner", async () => {
  await start({ consent_type: "optout", dismiss_after_ms: null });
  const scroll = async (y: number) => {
    Object.defineProperty(window, "scrollY", { value: y, configurable: true });
    window.dispatchEvent(new Event("scroll"));
    await settled();
  };
  await scroll(400);
  expect(consentView().banner).toBe(banner);
  await scroll(401);
  expect(consentView().banner).toBeNull();
  await scroll(0);
});

test("a shop that does not ask for consent sends no consent calls", async () => {
  startConsent({ shell: { consent: null } } as unknown as PageData);
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await decide({ event: "accept_all" })).toBeNull();
  expect(cookieNames()).toEqual([]);
});

test("the rules receive the browser's signals", () => {
  const { user_agent, do_not_track, global_privacy_control } = visitorNow();
  expect([user_agent, do_not_track, global_privacy_control]).toEqual([navigator.userAgent, false, false]);
});

test("the checkboxes of services are sent with their initial and their current state", () => {
  const form = new FormData();
  form.append("event", "save_preferences");
  form.append("marketing", "on");
  form.append("shown", "marketing/a.b-c=0");
  form.append("shown", "statistics/d=1");
  form.append("service_a.b-c", "on");
  expect(parseConsentForm(form)).toEqual({
    event: "save_preferences",
    preferences: false,
    statistics: false,
    marketing: true,
    services: [
      { category: "marketing", service: "a.b-c", shown: false, ticked: true },
      { category: "statistics", service: "d", shown: true, ticked: false },
    ],
  });
  expect(parseConsentForm(new FormData())).toBeNull();
});
