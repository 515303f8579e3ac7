// Every text of the catalogue that the pages and the back office are made of is said somewhere. One that is missing does not compile.
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

/** What a source asks of the words that it takes for a subject: `const words = useWords("order")`, `const { back } = useWords()`. */
function* asked(code: string): Generator<[subject: string, key: string]> {
  const takes =
    /const (\w+|\{[^{}]+\})(?:: \w+(?:<[^>]+>)?)? = (?:useWords|wordsOf)\((?:[^()"]*, )?(?:"(\w+)")?\)/g;
  for (const [, taken = "", subject = "shop"] of code.matchAll(takes)) {
    const keys = taken.startsWith("{")
      ? taken.matchAll(/(\w+)(?:: \w+)?/g)
      : code.matchAll(new RegExp(`\\b${taken}\\.(\\w+)`, "g"));
    for (const [, key = ""] of keys) yield [subject, key];
  }
}

test("each text of the pages is said by a page", () => {
  // The kit's own, handed to it whole.
  const said = new Set(["shop optional", "shop errorPrefix"]);
  for (const { code } of sources) {
    for (const [subject, key] of asked(code)) said.add(`${key in words.shop ? "shop" : subject} ${key}`);
  }
  const keys = Object.entries(words).flatMap(([subject, of]) =>
    Object.keys(of).map((key) => `${subject} ${key}`),
  );
  expect(keys.length).toBeGreaterThan(400);
  expect(keys.filter((key) => !said.has(key))).toEqual([]);
});

test("each text of the back office is said by one of its pages", () => {
  const code = sources.flatMap((source) => (source.office ? [source.code] : [])).join("\n");
  // Names that the server sends are looked up in a group: `named("status", order.status)`.
  const said = new Set(
    [...code.matchAll(/["`]([\w.-]+)(?:["`]|\.?\$\{)/g)].map(([, name]) => name?.replace(/\.$/, "")),
  );
  const group = (key: string) => key.split(".")[0];
  const keys = Object.keys(texts);
  expect(keys.filter((key) => !said.has(key) && !(key.includes(".") && said.has(group(key))))).toEqual([]);
});

test("a text of the back office in two forms, which it cannot choose from, ends the build", () => {
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
    const refused = build();
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain("the back office has two forms of twoForms");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
