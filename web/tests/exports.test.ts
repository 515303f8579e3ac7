// The rules of trade that scripts can call are called by a page: those that the server alone asks need no export.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const SOURCES = resolve(__dirname, "../src");
const TABLE = resolve(__dirname, "../../crates/shop-core/src/exports/trade.rs");

test("each function of the trade table is called by a page", () => {
  const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter(
    (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
  );
  const code = sources.map((path) => readFileSync(join(SOURCES, path), "utf8"));
  const called = new Set(
    code.flatMap((text) => [...text.matchAll(/\bcore\(\)\s*\.(\w+)/g)].map(([, name]) => name)),
  );
  const names = [...readFileSync(TABLE, "utf8").matchAll(/^ {4}(\w+) = fn /gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !called.has(name))).toEqual([]);
});
