// Maps each kind of page to its component.

import type { ComponentType } from "react";
import { barePath } from "../core/address.ts";
import { loadRules, type RulesModule } from "../core/load.ts";
import type { Lang, PageData, PageKind } from "../core/types.ts";
import { loadWords, type Scripts } from "../i18n/words.ts";

/** A page component; its prop is the content of the page. */
// biome-ignore lint/suspicious/noExplicitAny: the kind of a page decides the type of its content at run time
export type PageComponent = ComponentType<{ page: any }>;

type Pages = Partial<Record<PageKind, PageComponent>>;

/** The pages of a feature, and their words besides those of every page. */
interface Part {
  pages: Pages;
  words?: Scripts;
}

/**
 * The pages of each feature are a script of their own. For the document's page, the server links that script and its words in the
 * head (render/assets/manifest.rs), so that they load in parallel with the first script.
 */
const scripts = {
  catalogue: (): Promise<Part> => import("../features/catalogue/pages.ts"),
  product: (): Promise<Part> => import("../features/catalogue/product/pages.ts"),
  cart: (): Promise<Part> => import("../features/cart/pages.ts"),
  content: (): Promise<Part> => import("../features/content/pages.ts"),
  checkout: (): Promise<Part> => import("../features/checkout/pages.ts"),
  account: (): Promise<Part> => import("../features/accounts/pages.ts"),
  order: (): Promise<Part> => import("../features/orders/pages.ts"),
  shell: (): Promise<Part> => import("../features/shell/pages.ts"),
};

type Script = keyof typeof scripts;

const SCRIPT_BY_KIND: Record<PageKind, Script> = {
  home: "catalogue",
  listing: "catalogue",
  product: "product",
  cart: "cart",
  content: "content",
  blog: "content",
  checkout: "checkout",
  account: "account",
  order_received: "order",
  order_pay: "order",
  find_order: "order",
  withdrawal: "order",
  newsletter: "shell",
  text: "shell",
  not_found: "shell",
  error: "shell",
};

/** Rule modules of pages that need more than the browsing rules. The server links them (render/assets/manifest.rs). */
const RULES_BY_KIND: Partial<Record<PageKind, RulesModule>> = {
  checkout: "checkout",
  order_pay: "checkout",
  account: "account",
};

const loaded: Pages = {};

/** Registers page components without loading them, for the page renderer. */
export function registerPages(pages: Pages): void {
  Object.assign(loaded, pages);
}

async function loadPart(kind: PageKind, lang: Lang): Promise<void> {
  const { pages, words } = await scripts[SCRIPT_BY_KIND[kind]]();
  registerPages(pages);
  await loadWords(lang, words);
}

/** Loads what a page needs: its component, its words and its rules. */
export async function loadPage({ page: { kind }, shell: { lang } }: PageData): Promise<void> {
  const rules = loadRules(RULES_BY_KIND[kind] ?? "browse");
  await Promise.all([loadPart(kind, lang), loadWords(lang), rules]);
}

/** Predicts the script of a page from its address, before its data arrive; other addresses are the merchant's own pages. */
const ADDRESSES: readonly [RegExp, Script][] = [
  [/^\/(?:$|negozio\/|categoria-prodotto\/|tag-prodotto\/)/, "catalogue"],
  [/^\/prodotto\//, "product"],
  [/^\/cart\//, "cart"],
  [/^\/(?:ordine|recesso)\//, "order"],
];

/**
 * Prefetches the script of the page that is probably at an address. If the prediction is wrong, `loadPage` loads the right one.
 */
export function prefetchPage({ pathname }: URL): void {
  const path = barePath(pathname) ?? pathname;
  const script = ADDRESSES.find(([address]) => address.test(path))?.[1] ?? "content";
  scripts[script]().catch(() => {});
}

/** Returns the component of a page whose kind is loaded. */
export function pageComponent({ page }: PageData): PageComponent {
  const component = loaded[page.kind];
  if (!component) throw new Error(`No page of kind ${page.kind} is loaded`);
  return component;
}
