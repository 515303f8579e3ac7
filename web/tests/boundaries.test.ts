// Which folders of the sources may know which: imports point one way. Tests may look at anything.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** `..` is what is made of the catalogue of words. */
const KNOWS: Record<string, readonly string[]> = {
  bootstrap: [],
  core: [],
  jsx: ["core"],
  i18n: ["core", ".."],
  api: ["core"],
  ui: [],
  context: ["bootstrap", "core", "i18n", "api", "ui"],
  components: ["core", "i18n", "api", "context", "ui", ".."],
  payments: ["core", "i18n", "api", "context", "ui", "components", ".."],
  features: ["core", "i18n", "api", "context", "ui", "components", "payments", ".."],
  app: ["core", "i18n", "api", "context", "components", "features"],
  admin: ["core", "styles", "ui", ".."],
  worker: [],
};

const SOURCES = resolve(__dirname, "../src");
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)"/g;

/** The files of the sources that are no tests and stand in a folder, by their paths there. */
const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\/[^/]+\.(?:tsx?|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path));

const imports = files.flatMap((from) =>
  [...readFileSync(join(SOURCES, from), "utf8").matchAll(IMPORT)].map(([, address = ""]) => ({
    from,
    to: relative(SOURCES, resolve(SOURCES, dirname(from), address)).replaceAll("\\", "/"),
  })),
);

/** The part of the sources that a file belongs to; each feature is one. */
const partOf = (path: string): string => /^(?:features\/)?[^/]+/.exec(path)?.[0] ?? "";
const ruleOf = (path: string): string => path.split("/")[0] ?? "";

test("each part imports only what it may know", () => {
  expect(imports.length).toBeGreaterThan(1_000);
  const wrong = imports.filter(
    ({ from, to }) => partOf(from) !== partOf(to) && !KNOWS[ruleOf(from)]?.includes(ruleOf(to)),
  );
  expect(wrong).toEqual([]);
});

test("no folder imports one that imports it in turn", () => {
  const known = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [folder, other] = [dirname(from), dirname(to)];
    if (folder !== other) known.set(folder, (known.get(folder) ?? new Set()).add(other));
  }
  // Folders that know nothing which is left go, again and again: what stays is in a circle, or leads to one.
  const isFree = (folder: string) => ![...(known.get(folder) ?? [])].some((other) => known.has(other));
  for (
    let free = [...known.keys()].filter(isFree);
    free.length > 0;
    free = [...known.keys()].filter(isFree)
  ) {
    for (const folder of free) known.delete(folder);
  }
  expect([...known.keys()]).toEqual([]);
});
