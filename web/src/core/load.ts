import { addRules } from "./core.ts";

/** The rules come in three modules: what every visitor loads, one with forms and payments, and one with the trade layer. Each has
 * the rules of the one before too. */
const modules = {
  browse: () => import("@bottega/shop-core/browse"),
  checkout: () => import("@bottega/shop-core/checkout"),
  account: () => import("@bottega/shop-core/account"),
};
const fullness: RulesModule[] = ["browse", "checkout", "account"];

export type RulesModule = keyof typeof modules;

type RulesOf<Load extends () => Promise<unknown>> = Omit<Awaited<ReturnType<Load>>, "default">;

/** The rules by which a cart is priced in the browser: beside the others, where a cart is shown. */
export const loadPricing = () => import("@bottega/shop-core/pricing");

/** The rules of consent and attribution: beside the others, once the page stands. */
export const loadVisit = () => import("@bottega/shop-core/visit");

/** The rules of analytics: beside those of the visit, once somebody may be counted. */
export const loadAnalytics = () => import("@bottega/shop-core/analytics");

/** What analytics asks: its own rules and the visit's. */
export type AnalyticsRules = RulesOf<typeof loadVisit> & RulesOf<typeof loadAnalytics>;

/** The rules of the shop's look: where it is previewed or edited. */
export const loadTheme = () => import("@bottega/shop-core/theme");

/** Loads a module of the rules; from then on `core()` has its functions. */
export async function loadRules(name: RulesModule): Promise<void> {
  addRules(await modules[name](), fullness.indexOf(name));
}
