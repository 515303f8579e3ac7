// The options of the provider's fields: what they show and load.
import { pageOf } from "../../tests/fixture.tsx";
import { FakeStripe } from "../../tests/stripe/fake.ts";
import { core } from "../core/core.ts";
import type { GatewaySettings, IntentMode, SavingForm } from "../core/types.ts";
import { customerBilling } from "./billing.ts";
import { fieldsElement, fieldsGroup } from "./fieldsOptions.ts";
import { fontSources } from "./fonts.ts";

const settings = pageOf("checkout-card", "checkout").gateway as GatewaySettings;
const PAYS: IntentMode = { mode: "payment", amount: 4720, currency: "eur" };

/** The terms that the fields of a method show, as the fake script receives them. */
function shownTerms(method: string, chosen: Partial<SavingForm>, types = [method]) {
  const { terms } = core().savingPlan({ method, methods: types, logged_in: true, ...chosen } as SavingForm);
  const look = { theme: "stripe", variables: {}, rules: {} } as const;
  const group = new FakeStripe().elements(
    fieldsGroup({ intent: PAYS, types, look, saves: false }, "EUR", []),
  );
  const billing = customerBilling(settings);
  return group.create("payment", fieldsElement({ types, terms, billing }, settings)).options.terms;
}

test.each([
  ["sepa_debit", "sepaDebit"],
  ["us_bank_account", "usBankAccount"],
  ["au_becs_debit", "auBecsDebit"],
])("the fields of %s show the mandate of a payment that saves nothing", (method, name) => {
  expect(shownTerms(method, {})).toEqual({ [name]: "auto" });
});

test.each([
  ["card", "card"],
  ["sepa_debit", "sepaDebit"],
  ["ideal", "ideal"],
  ["bancontact", "bancontact"],
  ["cashapp", "cashapp"],
])("fields that set %s up show its terms, though nothing is ticked", (method, name) => {
  expect(shownTerms(method, { sets_up: true })).toEqual({ [name]: "always" });
  // For a single payment, only a debit has terms to agree to.
  expect(shownTerms(method, {})).toEqual({ [name]: method === "sepa_debit" ? "auto" : "never" });
});

test("terms have the script's keys, and those that it shows by itself are left out", () => {
  expect(shownTerms("card", {}, ["card", "link"])).toEqual({ card: "never" });
  for (const method of ["acss_debit", "bacs_debit"]) expect(shownTerms(method, {})).toEqual({});
});

test("the fields load the shop's own font files for the look's families only", () => {
  document.head.innerHTML = `<style>
    @font-face { font-family: "Figtree"; font-weight: 300 900; font-display: swap; unicode-range: U+20-7E;
      src: url("/assets/figtree-latin.woff2") format("woff2"); }
    @font-face { font-family: "Figtree as Arial"; src: local("Arial"); }
    @font-face { font-family: "Cormorant Garamond"; src: url("/assets/cormorant.woff2"); }
    @font-face { font-family: "Figtree"; src: url("https://fonts.example/figtree.woff2"); }
    body { font-family: Figtree; }</style>`;
  const fonts = fontSources('Figtree, "Figtree as Arial", sans-serif');
  document.head.innerHTML = "";
  const src = `url(${window.location.origin}/assets/figtree-latin.woff2)`;
  expect(fonts).toEqual([
    { family: "Figtree", src, weight: "300 900", display: "swap", unicodeRange: "U+20-7E" },
  ]);
  expect(() => new FakeStripe().elements({ ...PAYS, fonts })).not.toThrow();
});
