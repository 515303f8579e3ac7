// The consent events for third-party scripts, under the names that they know from the platform.

import type { ConsentStep } from "../../core/types.ts";

const CATEGORIES = ["functional", "preferences", "statistics", "marketing"] as const;

const say = (name: string, detail: unknown) => document.dispatchEvent(new CustomEvent(name, { detail }));

/** Dispatches the events for what changed. */
export function dispatchConsentEvents(before: ConsentStep | null, after: ConsentStep): void {
  for (const category of CATEGORIES) {
    const value = after.allowed.includes(category) ? "allow" : "deny";
    const was = before?.allowed.includes(category) ? "allow" : "deny";
    if (before && value === was) continue;
    say("cmplz_status_change", { category, value, categories: after.allowed });
    if (value === "allow") say("cmplz_enable_category", { category });
  }
  if (before?.banner_shown !== after.banner_shown) {
    say("cmplz_banner_status", after.banner_shown ? "show" : "dismissed");
  }
  if (after.reload_after_ms !== null) say("cmplz_revoke", {});
  say("cmplz_fire_categories", { categories: after.allowed });
}
