// The shop's service worker. Pages come from the server; without a connection, from the cache. Each release has its own worker and
// caches, which replace the previous ones at once.

import { createPageCache, isFile } from "./pageCache.ts";
import type { FetchEvent, WorkerScope } from "./scope.ts";

declare const self: WorkerScope;

const { release, offline } = self.bottega;
const { prepare, cachePage, fetchAndCachePage, findPage, loadFile, deleteOtherReleases } =
  createPageCache(release);

/** Paths that the worker does not handle. */
const IGNORED = /^\/(?:admin|api|wp-json|wp-admin|csp-report|healthz|readyz|download|documento)(?:\/|$)/;
/** Pages of one visitor. They are never fetched a second time: they cannot be cached, and the request may have side effects. */
const PERSONAL =
  /^(?:\/[a-z]{2})?\/(?:cart|checkout|my-account|ordine|recesso|consenso|download|documento)(?:\/|$)/;
const PAGE_JSON = "application/vnd.bottega.page+json";

self.addEventListener("install", (event) => {
  event.waitUntil(prepare(offline).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const activate = async () => {
    await deleteOtherReleases();
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(activate());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || IGNORED.test(pathname)) return;
  if (isFile(pathname)) event.respondWith(loadFile(request));
  else if (request.mode === "navigate") event.respondWith(respondToNavigation(event));
  else if (request.headers.get("Accept") === PAGE_JSON && !PERSONAL.test(pathname))
    event.waitUntil(fetchAndCachePage(request.url).catch(() => undefined));
});

/** A page that loaded before the worker was active sends its URL and the files that it has loaded. */
self.addEventListener("message", (event) => {
  const { page: url, files } = event.data as { page?: string; files?: string[] };
  if (typeof url !== "string" || !Array.isArray(files)) return;
  const { pathname, search } = new URL(url, self.location.origin);
  // Fetching a URL with a query may have side effects: such a page is cached when it is next navigated to.
  const visited = search || IGNORED.test(pathname) || PERSONAL.test(pathname) ? [] : [fetchAndCachePage(url)];
  const loaded = files.map((one) => new URL(one, self.location.origin));
  const cacheable = loaded.filter((one) => one.origin === self.location.origin && isFile(one.pathname));
  const pending = [...visited, ...cacheable.map((one) => loadFile(one.pathname))];
  event.waitUntil(Promise.allSettled(pending));
});

async function respondToNavigation(event: FetchEvent): Promise<Response> {
  const { url } = event.request;
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(cachePage(url, response.clone()).catch(() => undefined));
    return response;
  } catch (error) {
    return (await findPage(url)) ?? (await findPage(offlineFallback(url))) ?? Promise.reject(error);
  }
}

/** Returns the offline page in the language of the requested page. */
function offlineFallback(url: string): string {
  const { pathname } = new URL(url);
  const translated = offline.find(
    (path) => path.split("/").length > 3 && pathname.startsWith(path.replace("offline/", "")),
  );
  return new URL(
    translated ?? offline.find((path) => path === "/offline/") ?? "/offline/",
    self.location.origin,
  ).href;
}
