// The shop's service worker: pages come from the server as ever; where there is no connection, as they were seen last. A release has
// a worker and caches of its own, which take the place of those before at once.

import { isFile, keeper } from "./keep.ts";
import type { AskedEvent, WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

const { release, offline } = self.bottega;
const { prepare, keepPage, visit, page, file, forgetOthers } = keeper(release);

/** Addresses that the worker has nothing to do with. */
const LEFT_ALONE = /^\/(?:admin|api|wp-json|wp-admin|csp-report|healthz|readyz|download|documento)(?:\/|$)/;
/** Pages that are somebody's own: they are never asked for again, as they could not be kept and may do something. */
const PERSONAL =
  /^(?:\/[a-z]{2})?\/(?:cart|checkout|my-account|ordine|recesso|consenso|download|documento)(?:\/|$)/;
const PAGE_JSON = "application/vnd.bottega.page+json";

self.addEventListener("install", (event) => {
  event.waitUntil(prepare(offline).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const begin = async () => {
    await forgetOthers();
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(begin());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || LEFT_ALONE.test(pathname)) return;
  if (isFile(pathname)) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(shown(event));
  else if (request.headers.get("Accept") === PAGE_JSON && !PERSONAL.test(pathname))
    event.waitUntil(visit(request.url).catch(() => undefined));
});

/** A page that was loaded before the worker was there tells of itself and of what it has loaded. */
self.addEventListener("message", (event) => {
  const { page: url, files } = event.data as { page?: string; files?: string[] };
  if (typeof url !== "string" || !Array.isArray(files)) return;
  const { pathname, search } = new URL(url, self.location.origin);
  // An address with a query may do something: it is kept once it comes by itself.
  const visited = search || LEFT_ALONE.test(pathname) || PERSONAL.test(pathname) ? [] : [visit(url)];
  const own = files.map((one) => new URL(one, self.location.origin));
  const wanted = own.filter((one) => one.origin === self.location.origin && isFile(one.pathname));
  const kept = [...visited, ...wanted.map((one) => file(one.pathname))];
  event.waitUntil(Promise.allSettled(kept));
});

async function shown(event: AskedEvent): Promise<Response> {
  const { url } = event.request;
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(keepPage(url, answer.clone()).catch(() => undefined));
    return answer;
  } catch (error) {
    return (await page(url)) ?? (await page(standIn(url))) ?? Promise.reject(error);
  }
}

/** The page that is shown for one that was not kept, in its language. */
function standIn(url: string): string {
  const { pathname } = new URL(url);
  const spoken = offline.find(
    (path) => path.split("/").length > 3 && pathname.startsWith(path.replace("offline/", "")),
  );
  return new URL(spoken ?? offline.find((path) => path === "/offline/") ?? "/offline/", self.location.origin)
    .href;
}
