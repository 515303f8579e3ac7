import { useSyncExternalStore } from "react";
import type { ConsentCategoryName } from "../../core/types.ts";
import { consentBefore, consentView, isAllowed, subscribeConsent } from "./consentStore.ts";

/** The visitor's consent as it is now. */
export function useConsent() {
  return useSyncExternalStore(subscribeConsent, consentView, consentBefore);
}

/** Whether a category, or a service of it, may run; `null` until the rules have been asked. */
export function useAllowed(category: ConsentCategoryName, service = ""): boolean | null {
  const { step } = useConsent();
  return step ? isAllowed(category, service) : null;
}
