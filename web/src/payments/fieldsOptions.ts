// What the provider's script is told of a method's fields. Each value has the keys of the script's types and no others.

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

/** The group of a method's fields. */
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
    // The intent says the same; without a value the script would keep the one from before.
    setupFutureUsage: saves ? "off_session" : null,
  });
}

/** The script's own words for methods with terms. It shows those of others by itself. */
const TERMS_OF: Record<string, keyof TermsOption> = {
  card: "card",
  sepa_debit: "sepaDebit",
  us_bank_account: "usBankAccount",
  au_becs_debit: "auBecsDebit",
  bancontact: "bancontact",
  ideal: "ideal",
  sofort: "sofort",
  cashapp: "cashapp",
};

/** The terms of the methods that the fields take. */
function termsOf(types: string[], plan: SavingTerms[]): TermsOption {
  const terms: TermsOption = {};
  for (const { method, terms: shown } of plan) {
    const name = TERMS_OF[method];
    if (name && types.includes(method)) terms[name] = shown;
  }
  return terms;
}

/** The fields of a method. */
export function fieldsElement(
  { types, terms, billing }: Pick<FieldsProps, "types" | "terms" | "billing">,
  settings: ProviderSettings,
): StripePaymentElementOptions {
  const asks = core().billingCollection(settings.enabledBillingFields);
  const shown = (value: string) => (value === "never" ? "never" : "auto");
  return fields({
    defaultValues: {
      billingDetails: { name: billing.name, email: billing.email, phone: billing.phone ?? "" },
    },
    fields: {
      billingDetails: {
        name: shown(asks.name),
        email: shown(asks.email),
        phone: "auto",
        address: {
          country: shown(asks.country),
          line1: shown(asks.line1),
          line2: shown(asks.line2),
          city: shown(asks.city),
          state: shown(asks.state),
          postalCode: shown(asks.postal_code),
        },
      },
    },
    terms: termsOf(types, terms),
    wallets: { applePay: "never", googlePay: "never" },
    layout: { type: isAccordion(settings.OCLayout) ? "accordion" : "tabs", defaultCollapsed: false },
  });
}
