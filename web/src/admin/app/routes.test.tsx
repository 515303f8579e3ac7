import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router";
import { serve } from "../../../tests/server.ts";
import { createQueryClient } from "../api/queries.ts";
import { LanguageProvider } from "../context/language.tsx";
import { PAGES } from "./routes.tsx";

const SOURCES = resolve(__dirname, "..");

/** Paths that the back office links to, found in its sources: `to="/ordini"`, `navigate("/coupon")`. */
const addresses = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
  .flatMap((path) => [
    ...readFileSync(join(SOURCES, path), "utf8").matchAll(/(?:\bto=|\bto: |navigate\()"(\/[^"?]*)/g),
  ])
  .map(([, address = ""]) => address);

/** Whether a path has a page; its data never arrives. */
function found(path: string): boolean {
  serve(() => new Promise<never>(() => undefined));
  const router = createMemoryRouter(PAGES, { initialEntries: [path] });
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <LanguageProvider>
        <RouterProvider router={router} />
      </LanguageProvider>
    </QueryClientProvider>,
  );
  const missing = screen.queryByRole("heading", { name: "Pagina non trovata" });
  unmount();
  return missing === null;
}

test("every path that the back office links to has a page", () => {
  expect(addresses.length).toBeGreaterThan(25);
  expect([...new Set(addresses)].filter((address) => !found(address))).toEqual([]);
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
