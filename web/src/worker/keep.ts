// What is kept for when there is no connection: pages that are the same for everybody, and the files that they are made of.

/** The server marks such a page. Nothing else is kept: no cart, no account, no answer to a form. */
const MARK = "bottega-offline";
/** Files whose addresses change with what is in them. */
const FILES = /^\/(?:assets|theme|pictures)\//;
const PICTURES = /^(\/pictures\/.+)-\d+\.webp$/;
/** Files that a document cannot be shown without, each in an attribute or one of several there. */
const LINKED = /(?<=[" ])\/(?:assets|theme)\/[^" ]+(?=[" ])/g;

const MAX_PAGES = 60;
const MAX_PICTURES = 300;
/** A page that was moved to within the app is fetched as a document, unless that was kept so lately. */
const FRESH_MS = 3_600_000;

/** What is kept in a cache of its own. */
const KINDS = ["offline", "pages", "files", "pictures"] as const;
type Kind = (typeof KINDS)[number];

export interface Keeper {
  /** Fetches the pages that stand in for others, which stay however many others are kept; fails where one of them, or a file of it,
   * is not to be had. */
  prepare: (pages: readonly string[]) => Promise<void>;
  /** Keeps an answer to a request for a page, where it may be. */
  keepPage: (url: string, answer: Response) => Promise<void>;
  /** Fetches a page that is shown without having been loaded as a document. */
  visit: (url: string) => Promise<void>;
  /** A page that was kept. */
  page: (url: string) => Promise<Response | undefined>;
  /** A file: as it was kept, else from the server. */
  file: (request: Request | string) => Promise<Response>;
  /** Lets go what other releases kept. */
  forgetOthers: () => Promise<void>;
}

export const isFile = (path: string): boolean => FILES.test(path);

export function keeper(release: string): Keeper {
  const own = (kind: string) => `bottega-${release}-${kind}`;
  const open = (kind: Kind) => caches.open(own(kind));
  const kindOf = (path: string) => (PICTURES.test(path) ? "pictures" : "files");

  async function file(request: Request | string): Promise<Response> {
    const url = new URL(typeof request === "string" ? request : request.url, location.origin);
    const cache = await open(kindOf(url.pathname));
    const kept = await cache.match(url.pathname, { ignoreVary: true });
    if (kept) return kept;
    let answer: Response;
    try {
      answer = await fetch(request);
    } catch (error) {
      return (await otherWidth(cache, url.pathname)) ?? Promise.reject(error);
    }
    if (answer.ok && answer.headers.get("Cache-Control")?.includes("immutable")) {
      await cache.put(url.pathname, answer.clone());
      if (kindOf(url.pathname) === "pictures") await letGo(cache, MAX_PICTURES);
    }
    return answer;
  }

  async function keepWhole(
    url: string,
    answer: Response,
    kind: "offline" | "pages" = "pages",
  ): Promise<void> {
    const html = await answer.clone().text();
    const cache = await open(kind);
    await cache.put(bare(url), answer);
    if (kind === "pages") await letGo(cache, MAX_PAGES);
    await Promise.all([...new Set(html.match(LINKED))].map((path) => file(path)));
  }

  const keptAs = async (kind: Kind, url: string) => (await open(kind)).match(bare(url), { ignoreVary: true });

  const mayKeep = (answer: Response) =>
    answer.ok && !answer.redirected && answer.type === "basic" && answer.headers.get(MARK) === "1";

  return {
    file,
    page: async (url) => (await keptAs("pages", url)) ?? keptAs("offline", url),
    keepPage: async (url, answer) => {
      if (mayKeep(answer)) await keepWhole(url, answer);
    },
    visit: async (url) => {
      const kept = await keptAs("pages", url);
      if (kept && Date.now() - Date.parse(kept.headers.get("Date") ?? "") < FRESH_MS) return;
      const answer = await fetch(bare(url), { headers: { Accept: "text/html" }, credentials: "same-origin" });
      if (mayKeep(answer)) await keepWhole(url, answer);
    },
    prepare: async (pages) => {
      for (const path of pages) {
        // As anybody sees it.
        const answer = await fetch(path, {
          headers: { Accept: "text/html" },
          credentials: "omit",
          cache: "reload",
        });
        if (!mayKeep(answer)) throw new Error(`${path} cannot be kept`);
        await keepWhole(new URL(path, location.origin).href, answer, "offline");
      }
    },
    forgetOthers: async () => {
      const now = KINDS.map(own);
      const old = (await caches.keys()).filter((name) => name.startsWith("bottega-") && !now.includes(name));
      await Promise.all(old.map((name) => caches.delete(name)));
    },
  };
}

/** An address without what stands after its page. */
function bare(url: string): string {
  const { origin, pathname, search } = new URL(url, location.origin);
  return origin + pathname + search;
}

/** Another size of a picture does, where the wanted one was not kept. */
async function otherWidth(cache: Cache, path: string): Promise<Response | undefined> {
  const picture = PICTURES.exec(path)?.[1];
  if (picture === undefined) return undefined;
  const other = (await cache.keys()).find(({ url }) => PICTURES.exec(new URL(url).pathname)?.[1] === picture);
  return other && cache.match(other, { ignoreVary: true });
}

/** Keeps so many entries, the newest. */
async function letGo(cache: Cache, most: number): Promise<void> {
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, Math.max(0, kept.length - most)).map((request) => cache.delete(request)));
}
