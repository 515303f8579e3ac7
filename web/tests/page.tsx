// Whole pages as the shop's server sent them (tests/fixtures), reduced to what their tests use.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render } from "@testing-library/react";
import { PAGE_JSON } from "../src/api/pageRequest.ts";
import { App } from "../src/app/App.tsx";
import { loadPage } from "../src/app/pages.ts";
import { Router } from "../src/app/router/Router.tsx";
import { adoptPage } from "../src/context/cart/cartStore.ts";
import { endOrdering } from "../src/context/ordering.ts";
import type { Page, PageData } from "../src/core/types.ts";
import { pageData } from "./fixture.tsx";

/** Loads recorded responses of the server. */
// biome-ignore lint/suspicious/noExplicitAny: the tests know the type of their fixtures
export function answers(name: string): any {
  return JSON.parse(readFileSync(join(process.cwd(), "tests/fixtures", `${name}.json`), "utf8"));
}

/** A page of the shop; `change` overrides parts of its content. */
export function shopPage<Kind extends Page["kind"]>(
  name: string,
  change: Partial<Extract<Page, { kind: Kind }>> = {},
): PageData & { page: Extract<Page, { kind: Kind }> } {
  const { path, page } = answers(name);
  return { shell: { ...answers("shell"), path }, head: pageData("home").head, page: { ...page, ...change } };
}

/** The response to a request for a page. */
export const pageAnswer = (data: PageData) => ({ headers: { "Content-Type": PAGE_JSON }, body: data });

declare global {
  /** How often the page was left for another one (environment.cjs). */
  var timesLeft: number;
  /** Media queries that match (polyfill.cjs). */
  var matching: string[];
}

/** Opens a page: its frame, its content and its overlays. */
export async function openPage(data: PageData) {
  await loadPage(data);
  window.history.replaceState(null, "", data.shell.path);
  globalThis.timesLeft = 0;
  endOrdering();
  adoptPage(data);
  return render(
    <Router initial={data}>{(current, loading) => <App data={current} loading={loading} />}</Router>,
  );
}
