import { scrollPageTo } from "./scroll.ts";

const places: number[] = [];
beforeEach(() => {
  jest.useFakeTimers();
  places.length = 0;
  window.scrollTo = ((to: ScrollToOptions) => places.push(Math.round(to.top ?? 0))) as typeof window.scrollTo;
});
afterEach(() => {
  globalThis.matching = [];
  jest.useRealTimers();
});

/** An element so far down. */
function at(top: number): Element {
  const element = document.createElement("div");
  element.getBoundingClientRect = () => ({ top }) as DOMRect;
  return element;
}

test("the page arrives when the time is over, and not before", () => {
  scrollPageTo(at(700), { over_ms: 600, offset_px: 100 });
  jest.advanceTimersByTime(560);
  expect(places.at(-1)).toBeGreaterThan(500);
  expect(places.at(-1)).toBeLessThan(600);
  jest.advanceTimersByTime(60);
  expect(places.at(-1)).toBe(600);
  const count = places.length;
  jest.advanceTimersByTime(500);
  expect(places).toHaveLength(count);
});

test("who wants no movement is there at once", () => {
  globalThis.matching = ["(prefers-reduced-motion: reduce)"];
  scrollPageTo(at(700), { over_ms: 600 });
  expect(places).toEqual([700]);
});

test("who scrolls himself is not held, and another call ends the one before", () => {
  scrollPageTo(at(1000), { over_ms: 1000 });
  jest.advanceTimersByTime(100);
  const count = places.length;
  window.dispatchEvent(new Event("wheel"));
  jest.advanceTimersByTime(2000);
  expect(places).toHaveLength(count);
  scrollPageTo(at(1000), { over_ms: 1000 });
  scrollPageTo(at(50), { over_ms: 100 });
  jest.advanceTimersByTime(2000);
  expect(places.at(-1)).toBe(50);
});

test("nothing above the page is scrolled to", () => {
  scrollPageTo(at(40), { over_ms: 0, offset_px: 100 });
  expect(places).toEqual([0]);
});
