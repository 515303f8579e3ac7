// What consent does repeatedly while a page is shown. The rules define the intervals.

import {
  consentFrame,
  consentView,
  decide,
  rereadConsent,
  type VisitRules,
  visitorNow,
  writeCookies,
} from "./consentStore.ts";

/** Attribute of content that waits for consent, as rendered by the server. */
export const WAITING = "[data-consent-waiting]";

/** Deletes cookies of services that are not allowed. */
function clean(rules: VisitRules): void {
  const frame = consentFrame();
  const step = consentView().step;
  if (!frame || !step) return;
  writeCookies(rules.consentCleanup(frame.cookies, step.state, frame.settings, visitorNow()));
}

/** Scrolling and waiting only count as consent where consent is opt-out. */
function dismissals(threshold: number): () => void {
  const settings = consentFrame()?.settings;
  if (settings?.consent_type !== "optout") return () => {};
  const isBannerShown = () => consentView().step?.banner_shown === true;
  const from = window.scrollY;
  const scrolled = () => {
    const pixels = Math.abs(window.scrollY - from);
    if (pixels > threshold && isBannerShown()) void decide({ event: "scrolled", pixels: Math.round(pixels) });
  };
  if (settings.dismiss_on_scroll) window.addEventListener("scroll", scrolled, { passive: true });
  const milliseconds = settings.dismiss_after_ms;
  const timer =
    milliseconds === null
      ? undefined
      : setTimeout(() => {
          if (isBannerShown()) void decide({ event: "waited", milliseconds });
        }, milliseconds);
  return () => {
    window.removeEventListener("scroll", scrolled);
    clearTimeout(timer);
  };
}

/** Starts the timers; returns the function that stops them. */
export function startConsentTimers(rules: VisitRules): () => void {
  const timings = rules.consentTimings();
  let checks = 0;
  const intervals = [
    setInterval(() => clean(rules), timings.clean_every_ms),
    setInterval(rereadConsent, timings.rescan_every_ms),
    setInterval(() => {
      checks += 1;
      if (checks <= timings.video_checks && document.querySelector(WAITING)) rereadConsent();
    }, timings.video_check_every_ms),
  ];
  clean(rules);
  // A page from the back/forward cache does not know what was chosen meanwhile.
  const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && rereadConsent();
  window.addEventListener("pageshow", onPageShow);
  const stop = dismissals(timings.scroll_pixels);
  return () => {
    intervals.forEach(clearInterval);
    window.removeEventListener("pageshow", onPageShow);
    stop();
  };
}
