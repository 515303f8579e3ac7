import type { AnalyticsForm, CountedEvent } from "../core/types.ts";

const BASE = "/wp-json/bottega/v1";

/** Tells the shop's own statistics of events, also while the page is left. Nobody waits for an answer. */
export function sendEvents(events: readonly CountedEvent[]): void {
  const body = new Blob([JSON.stringify({ events })], { type: "application/json" });
  if (navigator.sendBeacon?.(`${BASE}/events`, body)) return;
  fetch(`${BASE}/events`, { method: "POST", body, keepalive: true }).catch(() => undefined);
}

/** What there is to tell of an order's purchase; `null`: it was told before, or there is none. */
export async function tellPurchase(orderId: number, key: string): Promise<AnalyticsForm | null> {
  const response = await fetch(`${BASE}/purchase`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    credentials: "same-origin",
    // The shop counts it though the page be left before it answers.
    keepalive: true,
    body: JSON.stringify({ order_id: orderId, key }),
  });
  if (!response.ok) return null;
  return ((await response.json()) as { purchase: AnalyticsForm | null }).purchase;
}
