// The pages that were shown, for what comes later than they do (app/afterwards.ts).

import type { PageData } from "../core/types.ts";

export interface ShownPage {
  data: PageData;
  /** Its address, whole. */
  url: string;
  /** The address before it. */
  referrer: string;
  /** When it came, in seconds since 1970. */
  now: number;
}

/** Most pages that are held for who comes later. */
const MOST_HELD = 100;

let held: ShownPage[] | null = [];
const listeners = new Set<(page: ShownPage) => void>();

/** Takes a page that is shown from now on. */
export function showPage(data: PageData, url: string, referrer: string): void {
  const page = { data, url, referrer, now: Math.floor(Date.now() / 1000) };
  if (held && held.length < MOST_HELD) held.push(page);
  for (const listener of listeners) listener(page);
}

/** Tells of the pages that were shown so far, and of each that comes. */
export function onPages(listener: (page: ShownPage) => void): void {
  for (const page of held ?? []) listener(page);
  listeners.add(listener);
}

/** Nobody else comes later: no page is held any more. Gives the one that was shown last. */
export function releasePages(): PageData | null {
  const last = held?.at(-1)?.data ?? null;
  held = null;
  return last;
}
