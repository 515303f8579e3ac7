import { addRules } from "./core.ts";

/** The rules come in modules, so that what every visitor loads stays small. */
const modules = {
  browse: () => import("@bottega/shop-core/browse"),
  forms: () => import("@bottega/shop-core/forms"),
  payment: () => import("@bottega/shop-core/payment"),
};

export type RulesModule = keyof typeof modules;

/** Loads a module of the rules; from then on `core()` has its functions. */
export async function loadRules(name: RulesModule): Promise<void> {
  addRules(await modules[name](), name !== "browse");
}
