// Scrolling that takes a given time, as the browser's own smooth scrolling cannot be told how long.

const REDUCED = "(prefers-reduced-motion: reduce)";
/** What shows that the shopper scrolls, or goes on with the keyboard: nobody is held. */
const TAKES_OVER = ["wheel", "touchstart", "pointerdown", "keydown"];

let stop = () => {};

interface Move {
  /** How long it takes. */
  over_ms: number;
  /** Room that is left above the element. */
  offset_px?: number;
}

/** Slow at both ends. */
const eased = (part: number) => 0.5 - Math.cos(part * Math.PI) / 2;

/** Scrolls the page to an element; at once for who wants no movement. Another call, or the shopper, ends the one before. */
export function scrollPageTo(element: Element, { over_ms, offset_px = 0 }: Move): void {
  stop();
  const from = window.scrollY;
  const to = Math.max(0, element.getBoundingClientRect().top + from - offset_px);
  const place = (top: number) => window.scrollTo({ top, behavior: "instant" });
  if (over_ms <= 0 || (window.matchMedia?.(REDUCED).matches ?? false)) {
    place(to);
    return;
  }
  const start = performance.now();
  let frame = 0;
  const step = () => {
    const part = Math.min(1, (performance.now() - start) / over_ms);
    place(from + (to - from) * eased(part));
    if (part < 1) frame = requestAnimationFrame(step);
    else stop();
  };
  stop = () => {
    cancelAnimationFrame(frame);
    for (const name of TAKES_OVER) window.removeEventListener(name, stop);
    stop = () => {};
  };
  for (const name of TAKES_OVER) window.addEventListener(name, stop, { passive: true });
  frame = requestAnimationFrame(step);
}
