import type { PageData } from "../../core/types.ts";
import { beginConsent, hasChosen, takeConsent } from "./consentStore.ts";
import { startConsentTimers } from "./consentTimers.ts";

/** Longest wait for a quiet moment, in milliseconds. */
const QUIET_WITHIN_MS = 2000;

/** The rules come once the page stands and the browser has a quiet moment: nothing that is seen waits for them. A choice that is made
 * before brings them itself. Where there is a choice already they come at once: what was allowed is to miss nothing of a page that is
 * left soon. */
export function startConsent(data: PageData): void {
  takeConsent(data);
  const begin = () => {
    beginConsent()
      ?.then(startConsentTimers)
      // Without the rules nothing is allowed, and the forms work as plain HTML.
      .catch((error: unknown) => console.error(error));
  };
  if (hasChosen()) {
    begin();
  } else if (typeof window.requestIdleCallback === "function") {
    window.requestIdleCallback(begin, { timeout: QUIET_WITHIN_MS });
  } else {
    setTimeout(begin, 0);
  }
}
