import { addRules } from "./core.ts";

/** The rules come in two modules: what every visitor loads, and one with forms and payments, which has the first one's rules too. */
const modules = {
  browse: () => import("@bottega/shop-core/browse"),
  checkout: () => import("@bottega/shop-core/checkout"),
};

export type RulesModule = keyof typeof modules;

/** The rules by which a cart is priced in the browser: beside the others, where a cart is shown. */
export const loadPricing = () => import("@bottega/shop-core/pricing");

/** The rules of consent, attribution and analytics: beside the others, once the page stands. */
export const loadVisit = () => import("@bottega/shop-core/visit");

/** Loads a module of the rules; from then on `core()` has its functions. */
export async function loadRules(name: RulesModule): Promise<void> {
  addRules(await modules[name](), name === "checkout");
}
