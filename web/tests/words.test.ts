// Every text of the catalogue is used by a page or by the back office. A missing text does not compile.
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { texts } from "../pkg/words/it/admin.ts";
import { words } from "../pkg/words/it/all.ts";

const SOURCES = resolve(__dirname, "../src");

const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => ({ office: path.startsWith("admin"), code: readFileSync(join(SOURCES, path), "utf8") }));

/**
 * Yields the keys that a source reads from the words of a subject: `const words = useWords("order")`, `const { back } =
 * useWords()`.
 */
function* usedKeys(code: string): Generator<[subject: string, key: string]> {
  const takes =
    /const (\w+|\{[^{}]+\})(?:: \w+(?:<[^>]+>)?)? = (?:useWords|wordsOf|useKitWords)\((?:[^()"]*, )?(?:"(\w+)")?\)/g;
  for (const [, names = "", subject = "shop"] of code.matchAll(takes)) {
    const keys = names.startsWith("{")
      ? names.matchAll(/(\w+)(?:: \w+)?/g)
      : code.matchAll(new RegExp(`\\b${names}\\.(\\w+)`, "g"));
    for (const [, key = ""] of keys) yield [subject, key];
  }
}

test("each text of the pages is used by a page", () => {
  const used = new Set<string>();
  for (const { code } of sources) {
    for (const [subject, key] of usedKeys(code)) used.add(`${key in words.shop ? "shop" : subject} ${key}`);
  }
  const keys = Object.entries(words).flatMap(([subject, texts]) =>
    Object.keys(texts).map((key) => `${subject} ${key}`),
  );
  expect(keys.length).toBeGreaterThan(400);
  expect(keys.filter((key) => !used.has(key))).toEqual([]);
});

test("each text of the back office is used by one of its pages", () => {
  const code = sources.flatMap((source) => (source.office ? [source.code] : [])).join("\n");
  // Names that the server sends are looked up in a group: `named("status", order.status)`.
  const used = new Set(
    [...code.matchAll(/["`]([\w.-]+)(?:["`]|\.?\$\{)/g)].map(([, name]) => name?.replace(/\.$/, "")),
  );
  const group = (key: string) => key.split(".")[0];
  const keys = Object.keys(texts);
  expect(keys.filter((key) => !used.has(key) && !(key.includes(".") && used.has(group(key))))).toEqual([]);
});

test("a text of the back office with two forms, which it cannot choose from, fails the build", () => {
  const folder = mkdtempSync(join(tmpdir(), "words-"));
  const catalogue = join(folder, "words");
  cpSync(resolve(__dirname, "../../crates/shop-core/words"), catalogue, { recursive: true });
  const build = () =>
    spawnSync(process.execPath, [resolve(__dirname, "../build/words.mjs"), catalogue, join(folder, "made")], {
      encoding: "utf8",
    });
  try {
    expect(build().status).toBe(0);
    for (const lang of ["it", "en"]) {
      appendFileSync(join(catalogue, lang, "admin/vat.txt"), "\ntwoForms = {count} a || {count} b\n");
    }
    const failed = build();
    expect(failed.status).not.toBe(0);
    expect(failed.stderr).toContain("the back office has two forms of twoForms");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
