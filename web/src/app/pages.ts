// Which component shows which kind of page.

import type { ComponentType } from "react";
import { loadRules } from "../core/load.ts";
import type { Page, PageData } from "../core/types.ts";
import { pages as cart } from "../features/cart/pages.ts";
import { pages as catalogue } from "../features/catalogue/pages.ts";
import { pages as content } from "../features/content/pages.ts";
import { pages as product } from "../features/product/pages.ts";
import { pages as texts } from "../features/shell/pages.ts";

export type PageKind = Page["kind"];

/** A page component: it is handed the content of its page. */
// biome-ignore lint/suspicious/noExplicitAny: the kind of a page decides the type of its content at run time
export type PageComponent = ComponentType<{ page: any }>;

/** What shoppers look at comes with the first script; the end of the purchase is fetched when it is reached. */
const loaded: Partial<Record<PageKind, PageComponent>> = {
  ...catalogue,
  ...product,
  ...cart,
  ...content,
  ...texts,
};

const orderPages = async () => (await import("../features/order/pages.ts")).pages;

const later: Partial<Record<PageKind, () => Promise<Partial<Record<PageKind, PageComponent>>>>> = {
  checkout: async () => {
    // The server links the module of these pages, so that it is fetched at once (render/manifest.rs).
    const [page] = await Promise.all([import("../features/checkout/pages.ts"), loadRules("forms")]);
    return page.pages;
  },
  account: async () => {
    const [page] = await Promise.all([import("../features/account/pages.ts"), loadRules("forms")]);
    return page.pages;
  },
  order_received: orderPages,
  order_pay: orderPages,
  find_order: orderPages,
  withdrawal: orderPages,
};

/** Makes page components available without loading; for the page renderer. */
export function registerPages(pages: Partial<Record<PageKind, PageComponent>>): void {
  Object.assign(loaded, pages);
}

/** Loads the component of a kind of page. */
export async function loadPage(kind: PageKind): Promise<void> {
  const load = later[kind];
  if (!loaded[kind] && load) registerPages(await load());
}

/** The component of a page whose kind was loaded. */
export function pageComponent({ page }: PageData): PageComponent {
  const component = loaded[page.kind];
  if (!component) throw new Error(`No page of kind ${page.kind} is loaded`);
  return component;
}
