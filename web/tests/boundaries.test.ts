// Which folders of the sources may import which: imports point one way. Tests may import anything.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/** `..` is the code generated from the catalogue of words. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  bootstrap: [],
  core: [],
  i18n: ["core", ".."],
  api: ["core"],
  ui: ["core"],
  context: ["bootstrap", "core", "i18n", "api", "ui"],
  components: ["core", "i18n", "api", "context", "ui", ".."],
  payments: ["core", "i18n", "api", "context", "ui", "components", ".."],
  features: ["core", "i18n", "api", "context", "ui", "components", "payments", ".."],
  app: ["core", "i18n", "api", "context", "ui", "components", "features"],
  admin: ["core", "styles", "ui", ".."],
  worker: [],
};

const SOURCES = resolve(__dirname, "../src");
const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*"(\.[^"]+)"/g;

/** The source files within folders, except tests, by their relative paths. */
const files = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => /\/[^/]+\.(?:tsx?|mjs)$/.test(path) && !/\.test\.tsx?$/.test(path));

const imports = files.flatMap((from) =>
  [...readFileSync(join(SOURCES, from), "utf8").matchAll(IMPORT)].map(([, address = ""]) => ({
    from,
    to: relative(SOURCES, resolve(SOURCES, dirname(from), address)).replaceAll("\\", "/"),
  })),
);

/** The part of the sources that a file belongs to; each feature is a part of its own. */
const partOf = (path: string): string => /^(?:features\/)?[^/]+/.exec(path)?.[0] ?? "";
const ruleOf = (path: string): string => path.split("/")[0] ?? "";

test("each part imports only what it may import", () => {
  expect(imports.length).toBeGreaterThan(1_000);
  const wrong = imports.filter(
    ({ from, to }) => partOf(from) !== partOf(to) && !MAY_IMPORT[ruleOf(from)]?.includes(ruleOf(to)),
  );
  expect(wrong).toEqual([]);
});

test("no folders import each other", () => {
  const importsOf = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [folder, other] = [dirname(from), dirname(to)];
    if (folder !== other) importsOf.set(folder, (importsOf.get(folder) ?? new Set()).add(other));
  }
  // Folders without imports from the remaining ones are removed repeatedly; what remains is in a cycle or leads to one.
  const isFree = (folder: string) =>
    ![...(importsOf.get(folder) ?? [])].some((other) => importsOf.has(other));
  for (
    let free = [...importsOf.keys()].filter(isFree);
    free.length > 0;
    free = [...importsOf.keys()].filter(isFree)
  ) {
    for (const folder of free) importsOf.delete(folder);
  }
  expect([...importsOf.keys()]).toEqual([]);
});
