// Rules that scripts can call are called by a page: those that the server alone asks need no export.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const SOURCES = resolve(__dirname, "../src");
const TABLES = resolve(__dirname, "../../crates/shop-core/src/exports");

const code = (() => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  return sources.map((path) => readFileSync(join(SOURCES, path), "utf8")).join("\n");
})();

const rowsOf = (table: string) =>
  [...readFileSync(join(TABLES, `${table}.rs`), "utf8").matchAll(/^ {4}(\w+) = fn /gm)].map(
    ([, name = ""]) => name,
  );

const calledBy = (door: RegExp) => new Set([...code.matchAll(door)].map(([, name]) => name));

test("each function of the trade table is called by a page", () => {
  const called = calledBy(/\bcore\(\)\s*\.(\w+)/g);
  const names = rowsOf("trade");
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !called.has(name))).toEqual([]);
});

test.each(["visit", "analytics", "theme"])("each function of the table %s is called by a page", (table) => {
  const called = calledBy(/\b(?:rules|asked)\??\.(\w+)/g);
  const names = rowsOf(table);
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !called.has(name))).toEqual([]);
});
