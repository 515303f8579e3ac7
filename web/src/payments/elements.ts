// The interface between the pages and a payment provider's script, whichever provider it is.

import type { ReactElement } from "react";
import type { GatewaySettings, IntentMode, Lang, PaymentError, SavingTerms } from "../core/types.ts";
import type { Look } from "./appearance.ts";
import type { WalletButtonProps } from "./wallets.ts";

/** The error of the provider or of a call; the core turns it into a sentence. */
export type Failure = PaymentError;

/** A value, or why there is none. */
export type Outcome<T> = { value: T; failure?: undefined } | { value?: undefined; failure: Failure };

/** The payer as far as the page knows; empty strings are unknown. */
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
  /** `pm_…`; empty if there is none. */
  paymentMethod: string;
}

/** The mounted fields of one method. */
export interface Fields {
  /** Validates what was typed; resolves to `null` if it is valid. The fields show their own errors and take the focus. */
  submit: () => Promise<Failure | null>;
  /** Creates a payment method from what was typed; resolves to its id. */
  createPaymentMethod: (billing: BillingDetails) => Promise<Outcome<string>>;
  /** Creates a confirmation token from what was typed; resolves to its id. */
  createConfirmationToken: (billing: BillingDetails) => Promise<Outcome<string>>;
}

export interface FieldsProps {
  /** The provider's id of the method, e.g. `card`. */
  method: string;
  /** The methods that the fields accept, this one first. */
  types: string[];
  /** Display name of the method. */
  title: string;
  intent: IntentMode;
  look: Look;
  billing: BillingDetails;
  /** Whether the method will be saved. */
  saves: boolean;
  /** Whether the fields show the terms that the payer agrees to, for each method that has such terms. */
  terms: SavingTerms[];
  onReady: (fields: Fields) => void;
  /** Called if the fields could not be shown. */
  onLoadError: () => void;
}

/** The settings that a provider's script is started with. */
export type ProviderSettings = Pick<
  GatewaySettings,
  "key" | "sandboxOrigin" | "enabledBillingFields" | "currency" | "OCLayout"
>;

/** A payment provider's script. */
export interface Provider {
  /** Renders the fields of one method. */
  renderFields: (props: FieldsProps) => ReactElement;
  /** Renders the button of one wallet. */
  renderWallet: (props: WalletButtonProps) => ReactElement;
  /** Confirms a payment intent; shows the bank's challenge if the bank requires one. */
  confirmPayment: (clientSecret: string) => Promise<Outcome<ConfirmedIntent>>;
  /** Confirms a setup intent; shows the bank's challenge if the bank requires one. */
  confirmSetup: (clientSecret: string) => Promise<Outcome<ConfirmedIntent>>;
  /** Shows the voucher of a payment that is made elsewhere. Closing it unpaid is not a failure. */
  confirmVoucher: (clientSecret: string) => Promise<Outcome<ConfirmedIntent>>;
  /** Shows a wallet's code. Closing it unanswered is not a failure: the intent's status decides. */
  confirmWallet: (clientSecret: string, setup: boolean) => Promise<Outcome<ConfirmedIntent>>;
}

/** Completes a partial error with empty fields. */
export function failure(part: Partial<Failure>): Failure {
  return { type: "", code: "", decline_code: "", param: "", message: "", settings: {}, ...part };
}

/** Loads the page's provider: the sandbox if its origin is configured, otherwise the provider's own script. */
export async function loadProvider(settings: ProviderSettings, lang: Lang): Promise<Provider> {
  const { sandboxOrigin } = settings;
  if (sandboxOrigin) {
    const { sandboxProvider } = await import("./sandboxElements.tsx");
    return sandboxProvider(settings, sandboxOrigin, lang);
  }
  const { stripeProvider } = await import("./stripeElements.tsx");
  return stripeProvider(settings, lang);
}
