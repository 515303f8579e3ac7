// Scrolling with a given duration, which native smooth scrolling does not support.

const REDUCED = "(prefers-reduced-motion: reduce)";
/** Events of a shopper who scrolls or uses the keyboard; they interrupt the animation. */
const INTERRUPTS = ["wheel", "touchstart", "pointerdown", "keydown"];

let stop = () => {};

interface Move {
  /** Duration of the animation. */
  over_ms: number;
  /** Space above the element. */
  offset_px?: number;
}

/** Eases in and out. */
const ease = (part: number) => 0.5 - Math.cos(part * Math.PI) / 2;

/** Scrolls the page to an element; at once if the shopper prefers reduced motion. Another call, or the shopper, interrupts it. */
export function scrollPageTo(element: Element, { over_ms, offset_px = 0 }: Move): void {
  stop();
  const from = window.scrollY;
  const to = Math.max(0, element.getBoundingClientRect().top + from - offset_px);
  const scrollToTop = (top: number) => window.scrollTo({ top, behavior: "instant" });
  if (over_ms <= 0 || (window.matchMedia?.(REDUCED).matches ?? false)) {
    scrollToTop(to);
    return;
  }
  const start = performance.now();
  let frame = 0;
  const step = () => {
    const part = Math.min(1, (performance.now() - start) / over_ms);
    scrollToTop(from + (to - from) * ease(part));
    if (part < 1) frame = requestAnimationFrame(step);
    else stop();
  };
  stop = () => {
    cancelAnimationFrame(frame);
    for (const name of INTERRUPTS) window.removeEventListener(name, stop);
    stop = () => {};
  };
  for (const name of INTERRUPTS) window.addEventListener(name, stop, { passive: true });
  frame = requestAnimationFrame(step);
}
