import { useSyncExternalStore } from "react";
import type { ConsentCategoryName } from "../../core/types.ts";
import { consentBefore, consentView, isAllowed, subscribeConsent } from "./consentStore.ts";

/** Returns the visitor's current consent. */
export function useConsent() {
  return useSyncExternalStore(subscribeConsent, consentView, consentBefore);
}

/** Whether a category, or one of its services, may run; `null` until the rules are loaded. */
export function useAllowed(category: ConsentCategoryName, service = ""): boolean | null {
  const { step } = useConsent();
  return step ? isAllowed(category, service) : null;
}
