import { useConsent } from "../../context/consent/useConsent.ts";
import { useShell } from "../../context/PageContext.tsx";
import type { ConsentBanner } from "../../core/types.ts";

/** The banner that waits for a choice: until the rules have been asked, the page's own; `null`: there is none to make. */
export function useShownBanner(): ConsentBanner | null {
  const { consent } = useShell();
  const { step, banner } = useConsent();
  return step ? banner : (consent?.banner ?? null);
}
