import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { NotFound, pageOf } from "./pageOf.tsx";

const SOURCES = resolve(__dirname, "..");

/** Paths that the back office links to, found in its sources: `to="/ordini"`, `navigate("/coupon")`. */
const addresses = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .flatMap((path) => [
    ...readFileSync(join(SOURCES, path), "utf8").matchAll(/(?:\bto=|\bto: |navigate\()"(\/[^"?]*)/g),
  ])
  .map(([, address = ""]) => address);

const found = (path: string) => pageOf(path)?.type !== NotFound;

test("every path that the back office links to has a page", () => {
  expect(addresses.length).toBeGreaterThan(25);
  expect(addresses.filter((address) => !found(address))).toEqual([]);
});

test("a path without a page shows the not-found page", () => {
  const unknown = [
    "/altro",
    "/ordini/abc",
    "/ordini/1/2",
    "/iva/3",
    "/dati-personali/altro",
    "/aziende/ruoli/x",
    "/catalogo/categorie/x",
  ];
  expect(unknown.filter(found)).toEqual([]);
});
