import { loadAnalytics, loadVisit } from "../../core/load.ts";
import type { AnalyticsFrame, PageData } from "../../core/types.ts";
import { consentView, isAllowed, lookAgain, subscribeConsent } from "../consent/consentStore.ts";
import { forgetCart } from "./adding.ts";
import { forgetKeptNotes, keepNotes, takeKeptNotes, wasAllowed } from "./keptNotes.ts";
import { closeNotes, openNotes, resumeNotes, takeWaitingNotes } from "./notes.ts";
import { watchTyping } from "./typing.ts";

/** What the tab remembers of a visit: which steps of a purchase it has come to. */
export const VISIT = "bottega_visit";

/** Whether anybody may count. */
function countable({ own, measurement, tag_manager }: AnalyticsFrame): boolean {
  return (
    isAllowed("statistics") ||
    (own !== null && isAllowed("statistics", own)) ||
    (measurement !== null && isAllowed("statistics", measurement.service)) ||
    (tag_manager !== null && isAllowed("marketing", tag_manager.service))
  );
}

/** The document's policy opens for services of others where the server saw their consent as it made it. */
function opensTags({ measurement, tag_manager }: AnalyticsFrame): boolean {
  return (
    (measurement !== null && isAllowed("statistics", measurement.service)) ||
    (tag_manager !== null && isAllowed("marketing", tag_manager.service))
  );
}

function forgetVisit(): void {
  try {
    sessionStorage.removeItem(VISIT);
  } catch {
    // Storage is forbidden: then nothing is in it.
  }
}

/** Waits for consent, and has what happens counted from then on. Nothing of it is loaded before. */
export function startAnalytics({ shell: { analytics } }: PageData): void {
  if (!analytics) {
    closeNotes();
    forgetKeptNotes();
    return;
  }
  if (analytics.measurement || analytics.tag_manager) watchTyping();
  let open: boolean | null = null;
  let begun = false;
  const look = () => {
    if (!consentView().step) return;
    open ??= opensTags(analytics);
    if (!countable(analytics)) {
      begun = false;
      closeNotes();
      forgetVisit();
      forgetCart();
      forgetKeptNotes();
    } else if (!begun) {
      begun = true;
      openNotes();
      resumeNotes(takeKeptNotes(analytics));
      const documentOpen = open;
      Promise.all([import("./counting.ts"), loadVisit(), loadAnalytics()])
        .then(([{ startCounting }, visit, rules]) =>
          startCounting(analytics, { ...visit, ...rules }, documentOpen),
        )
        .catch((error: unknown) => console.error(error));
    }
  };
  subscribeConsent(look);
  look();
  window.addEventListener("pagehide", () => {
    lookAgain();
    const allowed = consentView().step ? countable(analytics) : wasAllowed(analytics);
    if (allowed) keepNotes(analytics, takeWaitingNotes());
  });
}
