// Options of the provider's fields. Each value has the keys of the script's types and no others.

import type {
  CssFontSource,
  CustomFontSource,
  StripeElementsOptionsMode,
  StripePaymentElementOptions,
  TermsOption,
} from "@stripe/stripe-js";
import { core } from "../core/core.ts";
import type { SavingTerms } from "../core/types.ts";
import type { FieldsProps, ProviderSettings } from "./elements.ts";
import { exactly } from "./exact.ts";
import { isAccordion } from "./layout.ts";

const elements = exactly<StripeElementsOptionsMode>();
const fields = exactly<StripePaymentElementOptions>();

/** Options of the element group that a method's fields belong to. */
export function fieldsGroup(
  { intent, types, look, saves }: Pick<FieldsProps, "intent" | "types" | "look" | "saves">,
  currency: string,
  fonts: (CssFontSource | CustomFontSource)[],
): StripeElementsOptionsMode {
  const { theme, variables, rules } = look;
  const common = {
    appearance: { theme, variables, rules },
    fonts,
    paymentMethodCreation: "manual" as const,
    allowedPaymentMethodTypes: types,
  };
  if (intent.mode !== "payment")
    return elements({ ...common, mode: "setup", currency: currency.toLowerCase() });
  return elements({
    ...common,
    mode: "payment",
    amount: intent.amount,
    currency: intent.currency,
    // Same as in the intent; without a value the script would retain the previous one.
    setupFutureUsage: saves ? "off_session" : null,
  });
}

/** The script's keys for methods with terms. It shows the terms of other methods by itself. */
const TERMS_KEYS: Record<string, keyof TermsOption> = {
  card: "card",
  sepa_debit: "sepaDebit",
  us_bank_account: "usBankAccount",
  au_becs_debit: "auBecsDebit",
  bancontact: "bancontact",
  ideal: "ideal",
  sofort: "sofort",
  cashapp: "cashapp",
};

/** Builds the terms option for the methods that the fields accept. */
function termsOptions(types: string[], plan: SavingTerms[]): TermsOption {
  const terms: TermsOption = {};
  for (const { method, terms: display } of plan) {
    const name = TERMS_KEYS[method];
    if (name && types.includes(method)) terms[name] = display;
  }
  return terms;
}

/** Options of a method's fields. */
export function fieldsElement(
  { types, terms, billing }: Pick<FieldsProps, "types" | "terms" | "billing">,
  settings: ProviderSettings,
): StripePaymentElementOptions {
  const collection = core().billingCollection(settings.enabledBillingFields);
  const display = (value: string) => (value === "never" ? "never" : "auto");
  return fields({
    defaultValues: {
      billingDetails: { name: billing.name, email: billing.email, phone: billing.phone ?? "" },
    },
    fields: {
      billingDetails: {
        name: display(collection.name),
        email: display(collection.email),
        phone: "auto",
        address: {
          country: display(collection.country),
          line1: display(collection.line1),
          line2: display(collection.line2),
          city: display(collection.city),
          state: display(collection.state),
          postalCode: display(collection.postal_code),
        },
      },
    },
    terms: termsOptions(types, terms),
    wallets: { applePay: "never", googlePay: "never" },
    layout: { type: isAccordion(settings.OCLayout) ? "accordion" : "tabs", defaultCollapsed: false },
  });
}
