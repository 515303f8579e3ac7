// What begins once the page answers, in a script of its own: nothing that is seen or pressed waits for it.

import { startAnalytics } from "../context/analytics/start.ts";
import { recordVisit } from "../context/attribution.ts";
import { startConsent } from "../context/consent/start.ts";
import { captureEmails } from "../context/emailCapture.ts";
import { startOffline } from "../context/offline/start.ts";
import { onPageView, releasePages } from "../context/pageViews.ts";

/** Begins on the page that is shown then: the visitor may have moved on. */
export function begin(): void {
  onPageView(({ data }) => captureEmails(data));
  onPageView(recordVisit);
  const data = releasePages();
  if (!data) return;
  startConsent(data);
  startAnalytics(data);
  startOffline(data);
}
