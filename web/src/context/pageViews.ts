// The pages that were viewed, buffered for modules that load later (app/afterHydration.ts).

import type { PageData } from "../core/types.ts";

export interface PageView {
  data: PageData;
  /** The full address. */
  url: string;
  /** The previous address. */
  referrer: string;
  /** Time of the view, in seconds since 1970. */
  now: number;
}

/** Maximum number of buffered page views. */
const MAX_BUFFERED = 100;

let buffered: PageView[] | null = [];
const listeners = new Set<(page: PageView) => void>();

/** Records a page view. */
export function recordPageView(data: PageData, url: string, referrer: string): void {
  const page = { data, url, referrer, now: Math.floor(Date.now() / 1000) };
  if (buffered && buffered.length < MAX_BUFFERED) buffered.push(page);
  for (const listener of listeners) listener(page);
}

/** Passes all buffered page views and each later one to a listener. */
export function onPageView(listener: (page: PageView) => void): void {
  for (const page of buffered ?? []) listener(page);
  listeners.add(listener);
}

/** Stops buffering because no further module subscribes. Returns the last page. */
export function releasePages(): PageData | null {
  const last = buffered?.at(-1)?.data ?? null;
  buffered = null;
  return last;
}
