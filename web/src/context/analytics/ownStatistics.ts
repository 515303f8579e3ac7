// The shop's own statistics: counts are collected for a moment and sent together, without identifying the visitor.

import { sendEvents } from "../../api/analytics.ts";
import type { CountedEvent } from "../../core/types.ts";
import { VISIT } from "./start.ts";

/** Maximum number of events per request. */
const MAX_EVENTS_PER_REQUEST = 50;

let waiting: CountedEvent[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether something happens for the first time in this tab's visit. Without storage every time is the first. */
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
  while (waiting.length > 0) sendEvents(waiting.splice(0, MAX_EVENTS_PER_REQUEST));
}

/** Queues the counts of an event; they are sent after a moment, or when the page is left. */
export function count(events: readonly CountedEvent[], gatheredMs: number): void {
  for (const one of events) {
    waiting.push(one.product_id === 0 ? { ...one, first: isFirst(String(one.event)) } : one);
  }
  timer ??= setTimeout(flush, gatheredMs);
}

/** Sends the queued counts when the page is left. */
export function flushOnLeaving(): void {
  window.addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") flush();
  });
}

/** Drops the queued counts because consent was withdrawn. */
export function dropCounted(): void {
  clearTimeout(timer);
  timer = undefined;
  waiting = [];
}
