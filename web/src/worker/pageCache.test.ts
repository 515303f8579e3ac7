import { createPageCache } from "./pageCache.ts";

/** Stub of the browser's cache storage: responses by cache name and URL. */
const stored = new Map<string, Map<string, Response>>();

const urlOf = (request: string | { url: string }) =>
  new URL(typeof request === "string" ? request : request.url, location.origin).href;

function cacheOf(name: string) {
  const all = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, all);
  return {
    match: async (request: string) => all.get(urlOf(request))?.clone(),
    put: async (request: string, response: Response) => void all.set(urlOf(request), response),
    keys: async () => [...all.keys()].map((url) => ({ url })),
    delete: async (request: { url: string }) => all.delete(request.url),
  };
}

beforeEach(() => {
  stored.clear();
  const caches = {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  };
  Object.assign(globalThis, { caches, fetch: async () => page() });
});

/** A cacheable page as the server returns it. */
function page(): Response {
  const response = new Response("<p>page</p>", { headers: { "bottega-offline": "1" } });
  return Object.defineProperty(response, "type", { value: "basic" });
}

test("offline fallback pages are never evicted, however many pages are visited", async () => {
  const pageCache = createPageCache("r1");
  await pageCache.prepare(["/offline/", "/en/offline/"]);
  for (let seen = 0; seen < 80; seen += 1) await pageCache.cachePage(`/prodotto/${seen}/`, page());
  expect(await pageCache.findPage("/offline/")).toBeDefined();
  expect(await pageCache.findPage("/en/offline/")).toBeDefined();
  expect(await pageCache.findPage("/prodotto/79/")).toBeDefined();
  expect(await pageCache.findPage("/prodotto/0/")).toBeUndefined();
});

test("the caches of other releases are deleted, this release's pageCache remain", async () => {
  await createPageCache("r0").prepare(["/offline/"]);
  const pageCache = createPageCache("r1");
  await pageCache.prepare(["/offline/"]);
  stored.set("other-app", new Map());
  await pageCache.deleteOtherReleases();
  expect([...stored.keys()].filter((name) => !name.startsWith("bottega-r1-"))).toEqual(["other-app"]);
  expect(await pageCache.findPage("/offline/")).toBeDefined();
});
