// Which component shows which kind of page.

import type { ComponentType } from "react";
import { loadRules } from "../core/load.ts";
import type { PageData, PageKind } from "../core/types.ts";
import { loadWords } from "../i18n/words.ts";

/** A page component: it is handed the content of its page. */
// biome-ignore lint/suspicious/noExplicitAny: the kind of a page decides the type of its content at run time
export type PageComponent = ComponentType<{ page: any }>;

type Pages = Partial<Record<PageKind, PageComponent>>;

/** The pages of each feature are a script of their own. The server links the one of a document's page in its head
 * (render/manifest.rs), so that it is fetched beside the first script. */
const scripts = {
  catalogue: async (): Promise<Pages> => (await import("../features/catalogue/pages.ts")).pages,
  product: async (): Promise<Pages> => (await import("../features/product/pages.ts")).pages,
  cart: async (): Promise<Pages> => (await import("../features/cart/pages.ts")).pages,
  content: async (): Promise<Pages> => (await import("../features/content/pages.ts")).pages,
  checkout: async (): Promise<Pages> => (await import("../features/checkout/pages.ts")).pages,
  account: async (): Promise<Pages> => (await import("../features/account/pages.ts")).pages,
  order: async (): Promise<Pages> => (await import("../features/order/pages.ts")).pages,
  shell: async (): Promise<Pages> => (await import("../features/shell/pages.ts")).pages,
};

type Script = keyof typeof scripts;

const scriptOf: Record<PageKind, Script> = {
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
  text: "shell",
  not_found: "shell",
  error: "shell",
};

/** Kinds of pages with forms or payments: their rules are one module, which has those of all others too. The server links it
 * (render/manifest.rs). */
const WITH_FORMS: readonly PageKind[] = ["checkout", "account", "order_pay"];

const loaded: Pages = {};

/** Makes page components available without loading; for the page renderer. */
export function registerPages(pages: Pages): void {
  Object.assign(loaded, pages);
}

async function loadComponent(kind: PageKind): Promise<void> {
  if (!loaded[kind]) registerPages(await scripts[scriptOf[kind]]());
}

/** Loads what shows a page: its component, its words and its rules. */
export async function loadPage({ page: { kind }, shell: { lang } }: PageData): Promise<void> {
  const rules = WITH_FORMS.includes(kind) ? "checkout" : "browse";
  await Promise.all([loadComponent(kind), loadWords(lang), loadRules(rules)]);
}

/** What an address says of its page before the page's data do; other addresses are the merchant's own pages. */
const ADDRESSES: readonly [RegExp, Script][] = [
  [/^\/(?:$|negozio\/|categoria-prodotto\/|tag-prodotto\/)/, "catalogue"],
  [/^\/prodotto\//, "product"],
  [/^\/cart\//, "cart"],
  [/^\/(?:ordine|recesso)\//, "order"],
];

/** Fetches the script of the page that is probably at an address. Where that is wrong, `loadPage` fetches the right one. */
export function fetchAhead({ pathname }: URL): void {
  const script = ADDRESSES.find(([address]) => address.test(pathname))?.[1] ?? "content";
  scripts[script]().catch(() => {});
}

/** The component of a page whose kind was loaded. */
export function pageComponent({ page }: PageData): PageComponent {
  const component = loaded[page.kind];
  if (!component) throw new Error(`No page of kind ${page.kind} is loaded`);
  return component;
}
