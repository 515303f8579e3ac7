import type { PageData } from "../../core/types.ts";
import { adoptConsent } from "./consentStore.ts";
import { startConsentTimers } from "./consentTimers.ts";

/** Longest wait for a quiet moment, in milliseconds. */
const QUIET_WITHIN_MS = 2000;

/** Begins once the page stands and the browser has a quiet moment: nothing that is seen waits for it. */
export function startConsent(data: PageData): void {
  const begin = () => {
    adoptConsent(data)
      ?.then(startConsentTimers)
      // Without the rules nothing is allowed, and the forms work as plain HTML.
      .catch((error: unknown) => console.error(error));
  };
  if (typeof window.requestIdleCallback === "function") {
    window.requestIdleCallback(begin, { timeout: QUIET_WITHIN_MS });
  } else {
    setTimeout(begin, 0);
  }
}
