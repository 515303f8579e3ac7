import { scrollPageTo } from "./scroll.ts";

const positions: number[] = [];
beforeEach(() => {
  jest.useFakeTimers();
  positions.length = 0;
  window.scrollTo = ((to: ScrollToOptions) =>
    positions.push(Math.round(to.top ?? 0))) as typeof window.scrollTo;
});
afterEach(() => {
  globalThis.matching = [];
  jest.useRealTimers();
});

/** An element at a vertical offset. */
function at(top: number): Element {
  const element = document.createElement("div");
  element.getBoundingClientRect = () => ({ top }) as DOMRect;
  return element;
}

test("the page arrives at the end of the duration, not before", () => {
  scrollPageTo(at(700), { over_ms: 600, offset_px: 100 });
  jest.advanceTimersByTime(560);
  expect(positions.at(-1)).toBeGreaterThan(500);
  expect(positions.at(-1)).toBeLessThan(600);
  jest.advanceTimersByTime(60);
  expect(positions.at(-1)).toBe(600);
  const count = positions.length;
  jest.advanceTimersByTime(500);
  expect(positions).toHaveLength(count);
});

test("with reduced motion the page jumps at once", () => {
  globalThis.matching = ["(prefers-reduced-motion: reduce)"];
  scrollPageTo(at(700), { over_ms: 600 });
  expect(positions).toEqual([700]);
});

test("scrolling by the shopper interrupts the animation, and so does another call", () => {
  scrollPageTo(at(1000), { over_ms: 1000 });
  jest.advanceTimersByTime(100);
  const count = positions.length;
  window.dispatchEvent(new Event("wheel"));
  jest.advanceTimersByTime(2000);
  expect(positions).toHaveLength(count);
  scrollPageTo(at(1000), { over_ms: 1000 });
  scrollPageTo(at(50), { over_ms: 100 });
  jest.advanceTimersByTime(2000);
  expect(positions.at(-1)).toBe(50);
});

test("the page never scrolls above its top", () => {
  scrollPageTo(at(40), { over_ms: 0, offset_px: 100 });
  expect(positions).toEqual([0]);
});
