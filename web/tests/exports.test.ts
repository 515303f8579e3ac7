// Every function that scripts can call is called by a page, or shown to other programs in an example of the package's README, which
// tests/parity/package.mjs runs. A rule that the server alone applies needs no export.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const SOURCES = resolve(__dirname, "../src");
const TABLES = resolve(__dirname, "../../crates/shop-core/src/exports");
const README = resolve(__dirname, "../../crates/shop-wasm/README.md");

const pages = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(join(SOURCES, path), "utf8"))
  .join("\n");
const examples = [...readFileSync(README, "utf8").matchAll(/^```js\n(.*?)^```$/gms)]
  .map(([, code = ""]) => code)
  .join("\n");

const tables = readdirSync(TABLES)
  .map((file) => ({ file, text: readFileSync(join(TABLES, file), "utf8") }))
  .filter(({ text }) => text.includes("\nexports! {"))
  .map(({ file, text }) => ({
    table: file.replace(".rs", ""),
    names: [...text.matchAll(/^ {4}(\w+) = fn /gm)].map(([, name = ""]) => name),
  }));

const isCalled = (code: string, before: string) => (name: string) =>
  new RegExp(`${before}\\b${name}\\b`).test(code);

test.each(tables)(
  "each function of the table $table is called by a page or shown in an example",
  ({ table, names }) => {
    expect(names.length).toBeGreaterThan(0);
    const isUsed = table === "elsewhere" ? isCalled(examples, "") : isCalled(pages, "\\.");
    expect(names.filter((name) => !isUsed(name))).toEqual([]);
  },
);

test("all tables are found", () => {
  expect(tables.length).toBeGreaterThan(9);
  expect(tables.flatMap(({ names }) => names).length).toBeGreaterThan(140);
});
