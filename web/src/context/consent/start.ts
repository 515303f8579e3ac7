import type { PageData } from "../../core/types.ts";
import { hasChosen, loadConsent, setPageConsent } from "./consentStore.ts";
import { startConsentTimers } from "./consentTimers.ts";

/** Longest wait for an idle moment, in milliseconds. */
const QUIET_WITHIN_MS = 2000;

/**
 * Loads the rules once the page has loaded and the browser is idle, as nothing visible depends on them. A choice before that
 * loads them itself. If the visitor has chosen before, they load at once, so that what was allowed does not miss a page that is
 * left quickly.
 */
export function startConsent(data: PageData): void {
  setPageConsent(data);
  const start = () => {
    loadConsent()
      ?.then(startConsentTimers)
      // Without the rules nothing is allowed, and the forms work as plain HTML.
      .catch((error: unknown) => console.error(error));
  };
  if (hasChosen()) {
    start();
  } else if (typeof window.requestIdleCallback === "function") {
    window.requestIdleCallback(start, { timeout: QUIET_WITHIN_MS });
  } else {
    setTimeout(start, 0);
  }
}
