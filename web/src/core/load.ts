import { addRules } from "./core.ts";

/**
 * The rules come in three modules: the one that every visitor loads, one with forms and payments, and one with the trade layer.
 * Each contains the rules of the previous one.
 */
const modules = {
  browse: () => import("@bottega/shop-core/browse"),
  checkout: () => import("@bottega/shop-core/checkout"),
  account: () => import("@bottega/shop-core/account"),
};
const fullness: RulesModule[] = ["browse", "checkout", "account"];

export type RulesModule = keyof typeof modules;

type RulesOf<Load extends () => Promise<unknown>> = Omit<Awaited<ReturnType<Load>>, "default">;

/** The rules that price a cart in the browser; loaded in addition where a cart is shown. */
export const loadPricing = () => import("@bottega/shop-core/pricing");

/** The rules of consent and attribution; loaded in addition once the page is interactive. */
export const loadVisit = () => import("@bottega/shop-core/visit");

/** The rules of analytics; loaded in addition to those of the visit once the visitor may be counted. */
export const loadAnalytics = () => import("@bottega/shop-core/analytics");

/** The rules that analytics needs: its own and the visit's. */
export type AnalyticsRules = RulesOf<typeof loadVisit> & RulesOf<typeof loadAnalytics>;

/** The rules of the shop's theme; loaded where it is previewed or edited. */
export const loadTheme = () => import("@bottega/shop-core/theme");

/** Loads a module of rules, whose functions `core()` has from then on. */
export async function loadRules(name: RulesModule): Promise<void> {
  addRules(await modules[name](), fullness.indexOf(name));
}
