// The provider's own script, loaded from the provider as its terms require.

import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js";
import {
  type ConfirmPaymentData,
  type CreateConfirmationToken,
  type CreatePaymentMethodFromElements,
  loadStripe,
  type PaymentIntent,
  type SetupIntent,
  type Stripe,
  type StripeError,
} from "@stripe/stripe-js";
import { useMemo } from "react";
import { core } from "../core/core.ts";
import type { BillingCollection, Lang } from "../core/types.ts";
import { showChallenge } from "./challenge.ts";
import {
  type BillingDetails,
  type ConfirmedIntent,
  type FieldsProps,
  failure,
  type Outcome,
  type Provider,
  type ProviderSettings,
} from "./elements.ts";
import { PaymentFailedError } from "./errors.ts";
import { exactly } from "./exact.ts";
import { fieldsElement, fieldsGroup } from "./fieldsOptions.ts";
import { fontSources } from "./fonts.ts";
import { StripeWallet } from "./StripeWallet.tsx";
import { failed } from "./stripeErrors.ts";

/** Polling interval while the bank's app is being waited for. */
const APP_POLL_MS = 2000;

/** Statuses of an intent whose money is captured, reserved or on its way. */
const PAID_STATUSES = ["succeeded", "requires_capture", "processing"];

function confirmed(intent: PaymentIntent | SetupIntent): ConfirmedIntent {
  const method = intent.payment_method;
  return {
    id: intent.id,
    status: intent.status ?? "",
    paymentMethod: typeof method === "string" ? method : (method?.id ?? ""),
  };
}

/** Loads the provider's script. Throws if it cannot be loaded. */
export async function stripeProvider(settings: ProviderSettings, locale: Lang): Promise<Provider> {
  if (!settings.key)
    throw new PaymentFailedError({}, core().messageText("payment_no_key", { provider: "Stripe" }, locale));
  // The script uses the API version that it was built for and refuses any other.
  const stripe = await loadStripe(settings.key, { locale });
  if (!stripe)
    throw new PaymentFailedError({}, core().messageText("payment_no_data", { provider: "Stripe" }, locale));

  const outcome = (answer: {
    error?: StripeError;
    paymentIntent?: PaymentIntent;
    setupIntent?: SetupIntent;
  }): Outcome<ConfirmedIntent> => {
    const intent = answer.paymentIntent ?? answer.setupIntent;
    if (answer.error || !intent) return { failure: answer.error ? failed(answer.error) : failure({}) };
    // A refusal in the meantime is only recorded in the intent. If the payment proceeds anyway, the earlier error does not
    // matter.
    const lastError = answer.paymentIntent?.last_payment_error ?? answer.setupIntent?.last_setup_error;
    if (lastError && !PAID_STATUSES.includes(intent.status ?? ""))
      return { failure: failed(lastError as StripeError) };
    return { value: confirmed(intent) };
  };
  const confirmParams = exactly<ConfirmPaymentData>()({ return_url: window.location.href });

  const confirmPayment = async (clientSecret: string) => {
    let { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret);
    if (error) return { failure: failed(error) };
    if (paymentIntent?.status === "requires_action") {
      const type: string | undefined = paymentIntent.next_action?.type;
      if (type !== "blik_authorize") return outcome(await stripe.handleNextAction({ clientSecret }));
      // The script has nothing to show while the shopper confirms in the bank's app.
      const ended = async () => {
        ({ paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret));
        return paymentIntent?.status !== "requires_action";
      };
      await showChallenge({ kind: "app", url: "", origin: "", lang: locale, ended, pollMs: APP_POLL_MS });
      if (error) return { failure: failed(error) };
      const lastError = paymentIntent?.last_payment_error as StripeError | null | undefined;
      if (lastError) return { failure: failed(lastError) };
    }
    if (paymentIntent?.status !== "requires_confirmation")
      return outcome(paymentIntent ? { paymentIntent } : {});
    return outcome(await stripe.confirmPayment({ clientSecret, confirmParams, redirect: "if_required" }));
  };
  const confirmSetup = async (clientSecret: string) => {
    const { setupIntent, error } = await stripe.retrieveSetupIntent(clientSecret);
    if (error) return { failure: failed(error) };
    if (setupIntent?.status === "requires_action")
      return outcome(await stripe.handleNextAction({ clientSecret }));
    if (setupIntent?.status !== "requires_confirmation") return outcome(setupIntent ? { setupIntent } : {});
    return outcome(await stripe.confirmSetup({ clientSecret, confirmParams, redirect: "if_required" }));
  };
  return {
    renderFields: (props) => <StripeFields {...props} stripe={stripe} settings={settings} />,
    renderWallet: (props) => <StripeWallet {...props} stripe={stripe} />,
    confirmPayment,
    confirmSetup,
    // The script shows vouchers and codes itself.
    confirmVoucher: confirmPayment,
    confirmWallet: (clientSecret, setup) => (setup ? confirmSetup : confirmPayment)(clientSecret),
  };
}

type Inner = FieldsProps & { settings: ProviderSettings };

function StripeFields({ stripe, ...props }: Inner & { stripe: Stripe }) {
  const { intent, types, look, saves } = props;
  const { currency } = props.settings;
  const options = useMemo(
    () => fieldsGroup({ intent, types, look, saves }, currency, fontSources(look.variables.fontFamily)),
    [intent, types, look, saves, currency],
  );
  return (
    <Elements stripe={stripe} options={options}>
      <StripeElement {...props} />
    </Elements>
  );
}

function StripeElement({ settings, types, terms, billing, onReady, onLoadError }: Inner) {
  const stripe = useStripe();
  const elements = useElements();
  const collection = useMemo(
    () => core().billingCollection(settings.enabledBillingFields),
    [settings.enabledBillingFields],
  );

  // The script rejects calls on fields that are not rendered yet.
  const ready = () => {
    if (!stripe || !elements) return;
    onReady({
      submit: async () => {
        const { error } = await elements.submit();
        return error ? failed(error) : null;
      },
      createPaymentMethod: async (billing) => {
        const billing_details = toBillingDetails(billing, collection);
        const params = exactly<CreatePaymentMethodFromElements>()({ elements, params: { billing_details } });
        const answer = await stripe.createPaymentMethod(params);
        return answer.error ? { failure: failed(answer.error) } : { value: answer.paymentMethod.id };
      },
      createConfirmationToken: async (billing) => {
        const params = { payment_method_data: { billing_details: toBillingDetails(billing, collection) } };
        const answer = await stripe.createConfirmationToken(
          exactly<CreateConfirmationToken>()({ elements, params }),
        );
        return answer.error ? { failure: failed(answer.error) } : { value: answer.confirmationToken.id };
      },
    });
  };

  return (
    <PaymentElement
      onReady={ready}
      onLoadError={onLoadError}
      options={fieldsElement({ types, terms, billing }, settings)}
    />
  );
}

type StripeBillingDetails = NonNullable<CreatePaymentMethodFromElements["params"]>["billing_details"];

/**
 * Converts the payer to the script's billing details. Details that the page's form collects are sent even if they are empty, as
 * `null`; other empty details are omitted, because the script collects them. The script refuses empty strings.
 */
function toBillingDetails(
  { address, ...person }: BillingDetails,
  collection: BillingCollection,
): StripeBillingDetails {
  const pickFilled = <Name extends string>(
    texts: Record<Name, string | null>,
  ): Partial<Record<Name, string | null>> =>
    Object.fromEntries(
      Object.entries<string | null>(texts)
        .filter(([name, text]) => text || collection[name as keyof BillingCollection] === "never")
        .map(([name, text]) => [name, text || null]),
    ) as Partial<Record<Name, string | null>>;
  const filledAddress = pickFilled(address);
  return {
    ...pickFilled(person),
    ...(Object.keys(filledAddress).length > 0 ? { address: filledAddress } : {}),
  };
}
