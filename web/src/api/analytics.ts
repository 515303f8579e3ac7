import type { AnalyticsForm, CountedEvent } from "../core/types.ts";

const BASE = "/wp-json/bottega/v1";

/** Sends events to the shop's own statistics, even while the page is being left. No one waits for the response. */
export function sendEvents(events: readonly CountedEvent[]): void {
  const body = new Blob([JSON.stringify({ events })], { type: "application/json" });
  if (navigator.sendBeacon?.(`${BASE}/events`, body)) return;
  fetch(`${BASE}/events`, { method: "POST", body, keepalive: true }).catch(() => undefined);
}

/** Fetches the purchase event of an order; `null` if it was reported before or there is none. */
export async function fetchPurchaseEvent(orderId: number, key: string): Promise<AnalyticsForm | null> {
  const response = await fetch(`${BASE}/purchase`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    credentials: "same-origin",
    // The server counts the purchase even if the visitor leaves the page before the response.
    keepalive: true,
    body: JSON.stringify({ order_id: orderId, key }),
  });
  if (!response.ok) return null;
  return ((await response.json()) as { purchase: AnalyticsForm | null }).purchase;
}
