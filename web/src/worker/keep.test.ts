import { keeper } from "./keep.ts";

/** What a browser keeps, by cache and address. */
const kept = new Map<string, Map<string, Response>>();

const urlOf = (request: string | { url: string }) =>
  new URL(typeof request === "string" ? request : request.url, location.origin).href;

function cacheOf(name: string) {
  const all = kept.get(name) ?? new Map<string, Response>();
  kept.set(name, all);
  return {
    match: async (request: string) => all.get(urlOf(request))?.clone(),
    put: async (request: string, answer: Response) => void all.set(urlOf(request), answer),
    keys: async () => [...all.keys()].map((url) => ({ url })),
    delete: async (request: { url: string }) => all.delete(request.url),
  };
}

beforeEach(() => {
  kept.clear();
  const caches = {
    open: async (name: string) => cacheOf(name),
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
  };
  Object.assign(globalThis, { caches, fetch: async () => page() });
});

/** A page that is everybody's, as the server answers it. */
function page(): Response {
  const answer = new Response("<p>page</p>", { headers: { "bottega-offline": "1" } });
  return Object.defineProperty(answer, "type", { value: "basic" });
}

test("the pages that stand in for others stay, however many pages are seen", async () => {
  const own = keeper("r1");
  await own.prepare(["/offline/", "/en/offline/"]);
  for (let seen = 0; seen < 80; seen += 1) await own.keepPage(`/prodotto/${seen}/`, page());
  expect(await own.page("/offline/")).toBeDefined();
  expect(await own.page("/en/offline/")).toBeDefined();
  expect(await own.page("/prodotto/79/")).toBeDefined();
  expect(await own.page("/prodotto/0/")).toBeUndefined();
});

test("what another release kept goes, what this one keeps stays", async () => {
  await keeper("r0").prepare(["/offline/"]);
  const own = keeper("r1");
  await own.prepare(["/offline/"]);
  kept.set("of-somebody-else", new Map());
  await own.forgetOthers();
  expect([...kept.keys()].filter((name) => !name.startsWith("bottega-r1-"))).toEqual(["of-somebody-else"]);
  expect(await own.page("/offline/")).toBeDefined();
});
