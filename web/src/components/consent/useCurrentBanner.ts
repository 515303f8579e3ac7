import { useConsent } from "../../context/consent/useConsent.ts";
import { useShell } from "../../context/PageContext.tsx";
import type { ConsentBanner } from "../../core/types.ts";

/** Returns the banner that awaits a choice: the page's own until the core has run; `null` if no choice is due. */
export function useCurrentBanner(): ConsentBanner | null {
  const { consent } = useShell();
  const { step, banner } = useConsent();
  return step ? banner : (consent?.banner ?? null);
}
