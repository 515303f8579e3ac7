import { loadAnalytics, loadVisit } from "../../core/load.ts";
import type { AnalyticsFrame, PageData } from "../../core/types.ts";
import { consentView, isAllowed, rereadConsent, subscribeConsent } from "../consent/consentStore.ts";
import { clearCartLines } from "./formAdditions.ts";
import { closeNotes, openNotes, resumeNotes, takeWaitingNotes } from "./notes.ts";
import { clearStoredNotes, storeNotes, takeStoredNotes, wasAllowed } from "./storedNotes.ts";
import { watchTyping } from "./typing.ts";

/** Session storage key for the visit: the steps of a purchase that this tab has reached. */
export const VISIT = "bottega_visit";

/** Whether any receiver is allowed. */
function canCount({ own, measurement, tag_manager }: AnalyticsFrame): boolean {
  return (
    isAllowed("statistics") ||
    (own !== null && isAllowed("statistics", own)) ||
    (measurement !== null && isAllowed("statistics", measurement.service)) ||
    (tag_manager !== null && isAllowed("marketing", tag_manager.service))
  );
}

/**
 * Whether the document's content security policy allows third-party services: the server decides that from the consent at the
 * time of rendering.
 */
function policyAllowsTags({ measurement, tag_manager }: AnalyticsFrame): boolean {
  return (
    (measurement !== null && isAllowed("statistics", measurement.service)) ||
    (tag_manager !== null && isAllowed("marketing", tag_manager.service))
  );
}

function forgetVisit(): void {
  try {
    sessionStorage.removeItem(VISIT);
  } catch {
    // Storage is forbidden, so there is nothing to remove.
  }
}

/** Waits for consent and then starts counting. Nothing of the counting code is loaded before. */
export function startAnalytics({ shell: { analytics } }: PageData): void {
  if (!analytics) {
    closeNotes();
    clearStoredNotes();
    return;
  }
  if (analytics.measurement || analytics.tag_manager) watchTyping();
  let open: boolean | null = null;
  let isStarted = false;
  const update = () => {
    if (!consentView().step) return;
    open ??= policyAllowsTags(analytics);
    if (!canCount(analytics)) {
      isStarted = false;
      closeNotes();
      forgetVisit();
      clearCartLines();
      clearStoredNotes();
    } else if (!isStarted) {
      isStarted = true;
      openNotes();
      resumeNotes(takeStoredNotes(analytics));
      const documentOpen = open;
      Promise.all([import("./counting.ts"), loadVisit(), loadAnalytics()])
        .then(([{ startCounting }, visit, rules]) =>
          startCounting(analytics, { ...visit, ...rules }, documentOpen),
        )
        .catch((error: unknown) => console.error(error));
    }
  };
  subscribeConsent(update);
  update();
  window.addEventListener("pagehide", () => {
    rereadConsent();
    const allowed = consentView().step ? canCount(analytics) : wasAllowed(analytics);
    if (allowed) storeNotes(analytics, takeWaitingNotes());
  });
}
