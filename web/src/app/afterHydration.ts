// Starts what is not needed for hydration, in a script of its own, so that nothing visible or interactive waits for it.

import { startAnalytics } from "../context/analytics/start.ts";
import { recordVisit } from "../context/attribution.ts";
import { startConsent } from "../context/consent/start.ts";
import { captureEmails } from "../context/emailCapture.ts";
import { startOffline } from "../context/offline/start.ts";
import { onPageView, releasePages } from "../context/pageViews.ts";

/** Starts on the page that is shown by then, as the visitor may have navigated. */
export function startAfterHydration(): void {
  onPageView(({ data }) => captureEmails(data));
  onPageView(recordVisit);
  const data = releasePages();
  if (!data) return;
  startConsent(data);
  startAnalytics(data);
  startOffline(data);
}
