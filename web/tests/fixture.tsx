import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { PageProvider } from "../src/context/PageContext.tsx";
import type { Page, PageData } from "../src/core/types.ts";

/** Loads the data of a page from the preview's fixtures. */
export function pageData(name: string): PageData {
  return JSON.parse(readFileSync(join(process.cwd(), "dev/fixtures", `${name}.json`), "utf8"));
}

/** Loads the content of a page of a known kind. */
export function pageOf<Kind extends Page["kind"]>(name: string, kind: Kind): Extract<Page, { kind: Kind }> {
  const { page } = pageData(name);
  if (page.kind !== kind) throw new Error(`${name} is of kind ${page.kind}`);
  return page as Extract<Page, { kind: Kind }>;
}

/** Renders something within the frame of a page. */
export function show(content: ReactNode, name = "home") {
  return render(<PageProvider shell={pageData(name).shell}>{content}</PageProvider>);
}
