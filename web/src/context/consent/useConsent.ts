import { useSyncExternalStore } from "react";
import type { ConsentBanner, ConsentCategoryName } from "../../core/types.ts";
import { useShell } from "../PageContext.tsx";
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

/** The banner that waits for a choice: until the rules have been asked, the page's own; `null`: there is none to make. */
export function useShownBanner(): ConsentBanner | null {
  const { consent } = useShell();
  const { step, banner } = useConsent();
  return step ? banner : (consent?.banner ?? null);
}
