// What consent does again and again while a page is shown. The times are the rules'.

import {
  consentFrame,
  consentView,
  decide,
  lookAgain,
  type VisitRules,
  visitorNow,
  writeCookies,
} from "./consentStore.ts";

/** Content that waits for consent carries this mark, as the server renders it. */
export const WAITING = "[data-consent-waiting]";

/** Deletes cookies of services that nobody allowed. */
function clean(rules: VisitRules): void {
  const frame = consentFrame();
  const step = consentView().step;
  if (!frame || !step) return;
  writeCookies(rules.consentCleanup(frame.cookies, step.state, frame.settings, visitorNow()));
}

/** Scrolling and waiting say something only where what is not refused is allowed. */
function dismissals(threshold: number): () => void {
  const settings = consentFrame()?.settings;
  if (settings?.consent_type !== "optout") return () => {};
  const shown = () => consentView().step?.banner_shown === true;
  const from = window.scrollY;
  const scrolled = () => {
    const pixels = Math.abs(window.scrollY - from);
    if (pixels > threshold && shown()) void decide({ event: "scrolled", pixels: Math.round(pixels) });
  };
  if (settings.dismiss_on_scroll) window.addEventListener("scroll", scrolled, { passive: true });
  const milliseconds = settings.dismiss_after_ms;
  const timer =
    milliseconds === null
      ? undefined
      : setTimeout(() => {
          if (shown()) void decide({ event: "waited", milliseconds });
        }, milliseconds);
  return () => {
    window.removeEventListener("scroll", scrolled);
    clearTimeout(timer);
  };
}

/** Begins; gives what ends it. */
export function startConsentTimers(rules: VisitRules): () => void {
  const timings = rules.consentTimings();
  let checks = 0;
  const intervals = [
    setInterval(() => clean(rules), timings.clean_every_ms),
    setInterval(lookAgain, timings.rescan_every_ms),
    setInterval(() => {
      checks += 1;
      if (checks <= timings.video_checks && document.querySelector(WAITING)) lookAgain();
    }, timings.video_check_every_ms),
  ];
  clean(rules);
  // A page that comes back as it was left knows nothing of what was chosen meanwhile.
  const cameBack = ({ persisted }: PageTransitionEvent) => persisted && lookAgain();
  window.addEventListener("pageshow", cameBack);
  const stop = dismissals(timings.scroll_pixels);
  return () => {
    intervals.forEach(clearInterval);
    window.removeEventListener("pageshow", cameBack);
    stop();
  };
}
