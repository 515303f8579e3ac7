// What the pages need of a payment provider's script, whichever it is.

import type { ReactElement } from "react";
import type { GatewaySettings, IntentMode, Lang, PaymentError, SavingTerms } from "../core/types.ts";
import type { Look } from "./appearance.ts";
import type { WalletButtonProps } from "./wallets.ts";

/** What the provider or a call said no with; the sentence comes from the core. */
export type Failure = PaymentError;

/** Something made, or why not. */
export type Outcome<T> = { made: T; failure?: undefined } | { made?: undefined; failure: Failure };

/** The payer, as far as the page knows; texts left empty are not known. */
export interface BillingDetails {
  name: string;
  email: string;
  phone: string | null;
  address: {
    city: string;
    country: string;
    line1: string;
    line2: string;
    postal_code: string;
    state: string;
  };
}

/** An intent after its confirmation. */
export interface ConfirmedIntent {
  id: string;
  status: string;
  /** `pm_…`; empty: none. */
  paymentMethod: string;
}

/** The fields of one method on the page. */
export interface Fields {
  /** Checks what was typed; `null`: it stands. The fields show their own refusals and take the focus. */
  submit: () => Promise<Failure | null>;
  /** Makes a method of what was typed; gives its id. */
  createPaymentMethod: (billing: BillingDetails) => Promise<Outcome<string>>;
  /** Makes a confirmation token of what was typed; gives its id. */
  createConfirmationToken: (billing: BillingDetails) => Promise<Outcome<string>>;
}

export interface FieldsProps {
  /** The provider's id of the method: `card`. */
  method: string;
  /** The methods that its fields take in, itself first. */
  types: string[];
  /** Its name in words. */
  title: string;
  intent: IntentMode;
  look: Look;
  billing: BillingDetails;
  /** The method will be saved. */
  saves: boolean;
  /** Where the fields show what the payer agrees to, for each method that has such terms. */
  terms: SavingTerms[];
  onReady: (fields: Fields) => void;
  /** The fields could not be shown. */
  onLoadError: () => void;
}

/** What the provider's script is started with. */
export type ProviderSettings = Pick<
  GatewaySettings,
  "key" | "sandboxOrigin" | "enabledBillingFields" | "currency" | "OCLayout"
>;

/** A provider's script. */
export interface Provider {
  /** The fields of one method, as an element of the page. */
  renderFields: (props: FieldsProps) => ReactElement;
  /** The button of one wallet, as an element of the page. */
  renderWallet: (props: WalletButtonProps) => ReactElement;
  /** Confirms a payment intent; asks the shopper where the bank wants it. */
  confirmPayment: (clientSecret: string) => Promise<Outcome<ConfirmedIntent>>;
  /** Confirms a setup intent likewise. */
  confirmSetup: (clientSecret: string) => Promise<Outcome<ConfirmedIntent>>;
  /** Shows the slip of a payment that is made elsewhere. A slip that is put away unpaid is no failure. */
  confirmVoucher: (clientSecret: string) => Promise<Outcome<ConfirmedIntent>>;
  /** Shows a wallet's code. One that is put away unanswered is no failure: the status tells. */
  confirmWallet: (clientSecret: string, setup: boolean) => Promise<Outcome<ConfirmedIntent>>;
}

/** What an error has no more to say than its code. */
export function failure(part: Partial<Failure>): Failure {
  return { type: "", code: "", decline_code: "", param: "", message: "", settings: {}, ...part };
}

/** The provider of the page: the sandbox where one is named, else the provider's own script. */
export async function loadProvider(settings: ProviderSettings, lang: Lang): Promise<Provider> {
  const { sandboxOrigin } = settings;
  if (sandboxOrigin) {
    const { sandboxProvider } = await import("./sandboxElements.tsx");
    return sandboxProvider(settings, sandboxOrigin, lang);
  }
  const { stripeProvider } = await import("./stripeElements.tsx");
  return stripeProvider(settings, lang);
}
