// The shop's own statistics: what they count is gathered for a moment and told together, without a name.

import { sendEvents } from "../../api/analytics.ts";
import type { CountedEvent } from "../../core/types.ts";
import { VISIT } from "./start.ts";

/** Most events that the shop takes at once. */
const MOST_AT_ONCE = 50;

let waiting: CountedEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether something happens for the first time in this tab's visit; where nothing can be remembered, each time is. */
function isFirst(event: string): boolean {
  try {
    const seen = (sessionStorage.getItem(VISIT) ?? "").split(" ").filter(Boolean);
    if (seen.includes(event)) return false;
    sessionStorage.setItem(VISIT, [...seen, event].join(" "));
  } catch {
    // Storage is forbidden or full.
  }
  return true;
}

function flush(): void {
  clearTimeout(timer);
  timer = undefined;
  while (waiting.length > 0) sendEvents(waiting.splice(0, MOST_AT_ONCE));
}

/** Takes what an event comes to; told after a moment, or when the page is left. */
export function count(events: readonly CountedEvent[], gatheredMs: number): void {
  for (const one of events) {
    waiting.push(one.product_id === 0 ? { ...one, first: isFirst(String(one.event)) } : one);
  }
  timer ??= setTimeout(flush, gatheredMs);
}

/** Tells what waits when the page is left. */
export function flushOnLeaving(): void {
  window.addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") flush();
  });
}

/** Nothing waits any more: consent was taken back. */
export function dropCounted(): void {
  clearTimeout(timer);
  timer = undefined;
  waiting = [];
}
