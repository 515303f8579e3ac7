// Offline cache: pages that are identical for every visitor, and the files that they consist of.

/** Response header that marks a page as cacheable. Nothing else is cached: no cart, account page or form response. */
const CACHEABLE_HEADER = "bottega-offline";
/** Files whose URLs change with their content. */
const FILES = /^\/(?:assets|theme|pictures)\//;
const PICTURES = /^(\/pictures\/.+)-\d+\.webp$/;
/** Files that a document needs, alone in an attribute or in a space-separated list. */
const LINKED = /(?<=[" ])\/(?:assets|theme)\/[^" ]+(?=[" ])/g;

const MAX_PAGES = 60;
const MAX_PICTURES = 300;
/** After navigation within the app the page is fetched as a document too, unless its cached copy is younger than this. */
const FRESH_MS = 3_600_000;

/** Each kind has its own cache. */
const KINDS = ["offline", "pages", "files", "pictures"] as const;
type Kind = (typeof KINDS)[number];

export interface PageCache {
  /** Caches the offline fallback pages, which are never evicted; rejects if a page or one of its files cannot be fetched. */
  prepare: (pages: readonly string[]) => Promise<void>;
  /** Caches the response to a page request if the server allows it. */
  cachePage: (url: string, response: Response) => Promise<void>;
  /** Fetches and caches a page that is shown without having been loaded as a document. */
  fetchAndCachePage: (url: string) => Promise<void>;
  /** Returns a cached page. */
  findPage: (url: string) => Promise<Response | undefined>;
  /** Returns a file from the cache, or else from the server. */
  loadFile: (request: Request | string) => Promise<Response>;
  /** Deletes the caches of other releases. */
  deleteOtherReleases: () => Promise<void>;
}

export const isFile = (path: string): boolean => FILES.test(path);

export function createPageCache(release: string): PageCache {
  const cacheName = (kind: string) => `bottega-${release}-${kind}`;
  const open = (kind: Kind) => caches.open(cacheName(kind));
  const kindOf = (path: string) => (PICTURES.test(path) ? "pictures" : "files");

  async function loadFile(request: Request | string): Promise<Response> {
    const url = new URL(typeof request === "string" ? request : request.url, location.origin);
    const cache = await open(kindOf(url.pathname));
    const cached = await cache.match(url.pathname, { ignoreVary: true });
    if (cached) return cached;
    let response: Response;
    try {
      response = await fetch(request);
    } catch (error) {
      return (await findOtherWidth(cache, url.pathname)) ?? Promise.reject(error);
    }
    if (response.ok && response.headers.get("Cache-Control")?.includes("immutable")) {
      await cache.put(url.pathname, response.clone());
      if (kindOf(url.pathname) === "pictures") await evictOldest(cache, MAX_PICTURES);
    }
    return response;
  }

  async function cacheWithFiles(
    url: string,
    response: Response,
    kind: "offline" | "pages" = "pages",
  ): Promise<void> {
    const html = await response.clone().text();
    const cache = await open(kind);
    await cache.put(withoutFragment(url), response);
    if (kind === "pages") await evictOldest(cache, MAX_PAGES);
    await Promise.all([...new Set(html.match(LINKED))].map((path) => loadFile(path)));
  }

  const findIn = async (kind: Kind, url: string) =>
    (await open(kind)).match(withoutFragment(url), { ignoreVary: true });

  const isCacheable = (response: Response) =>
    response.ok &&
    !response.redirected &&
    response.type === "basic" &&
    response.headers.get(CACHEABLE_HEADER) === "1";

  return {
    loadFile,
    findPage: async (url) => (await findIn("pages", url)) ?? findIn("offline", url),
    cachePage: async (url, response) => {
      if (isCacheable(response)) await cacheWithFiles(url, response);
    },
    fetchAndCachePage: async (url) => {
      const cached = await findIn("pages", url);
      if (cached && Date.now() - Date.parse(cached.headers.get("Date") ?? "") < FRESH_MS) return;
      const response = await fetch(withoutFragment(url), {
        headers: { Accept: "text/html" },
        credentials: "same-origin",
      });
      if (isCacheable(response)) await cacheWithFiles(url, response);
    },
    prepare: async (pages) => {
      for (const path of pages) {
        // Without cookies, so that the cached page is the one that every visitor sees.
        const response = await fetch(path, {
          headers: { Accept: "text/html" },
          credentials: "omit",
          cache: "reload",
        });
        if (!isCacheable(response)) throw new Error(`${path} cannot be cached`);
        await cacheWithFiles(new URL(path, location.origin).href, response, "offline");
      }
    },
    deleteOtherReleases: async () => {
      const own = KINDS.map(cacheName);
      const old = (await caches.keys()).filter((name) => name.startsWith("bottega-") && !own.includes(name));
      await Promise.all(old.map((name) => caches.delete(name)));
    },
  };
}

function withoutFragment(url: string): string {
  const { origin, pathname, search } = new URL(url, location.origin);
  return origin + pathname + search;
}

/** Finds the same picture in another size; good enough when the requested size is not cached. */
async function findOtherWidth(cache: Cache, path: string): Promise<Response | undefined> {
  const picture = PICTURES.exec(path)?.[1];
  if (picture === undefined) return undefined;
  const other = (await cache.keys()).find(({ url }) => PICTURES.exec(new URL(url).pathname)?.[1] === picture);
  return other && cache.match(other, { ignoreVary: true });
}

/** Deletes the oldest entries until at most `max` are left. */
async function evictOldest(cache: Cache, max: number): Promise<void> {
  const entries = await cache.keys();
  const excess = Math.max(0, entries.length - max);
  await Promise.all(entries.slice(0, excess).map((request) => cache.delete(request)));
}
