// A page of a shop that asks for consent and records where visitors come from.

import type { AttributionFrame, ConsentFrame, PageData } from "../src/core/types.ts";

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
  dismiss_on_scroll: false,
  dismiss_after_ms: null,
  store_consent: true,
  ask_again_days: 183,
} as ConsentFrame["settings"];
const attribution = {
  service: "attribution",
  category: "marketing",
  settings: { tracking: true, lifetime_months: "0.00001", session_minutes: 30 },
} as AttributionFrame;
const banner = { title: "I cookie", categories: [] } as unknown as NonNullable<ConsentFrame["banner"]>;
const cookies = { marketing: { attribution: ["sbjs_*"] } };

export function visitedPage(more: object = {}): PageData {
  return { shell: { consent: { settings, cookies, manage: "", banner }, attribution, ...more } } as never;
}
