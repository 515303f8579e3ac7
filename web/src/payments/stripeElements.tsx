// The provider's own script, loaded from the provider as it demands.

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
import { PaymentRefusal } from "./errors.ts";
import { exactly } from "./exact.ts";
import { fieldsElement, fieldsGroup } from "./fieldsOptions.ts";
import { fontSources } from "./fonts.ts";
import { StripeWallet } from "./StripeWallet.tsx";
import { failed } from "./stripeErrors.ts";

/** How often an intent is read that waits for the bank's app. */
const APP_POLL_MS = 2000;

/** An intent whose money is taken, set aside or on its way. */
const GOES_ON = ["succeeded", "requires_capture", "processing"];

function confirmed(intent: PaymentIntent | SetupIntent): ConfirmedIntent {
  const method = intent.payment_method;
  return {
    id: intent.id,
    status: intent.status ?? "",
    paymentMethod: typeof method === "string" ? method : (method?.id ?? ""),
  };
}

/** The provider behind its own script. Throws when the script cannot be loaded. */
export async function stripeProvider(settings: ProviderSettings, locale: Lang): Promise<Provider> {
  if (!settings.key)
    throw new PaymentRefusal({}, core().messageText("payment_no_key", { provider: "Stripe" }, locale));
  // The script speaks the version that it was made for, and refuses any other.
  const stripe = await loadStripe(settings.key, { locale });
  if (!stripe)
    throw new PaymentRefusal({}, core().messageText("payment_no_data", { provider: "Stripe" }, locale));

  const outcome = (answer: {
    error?: StripeError;
    paymentIntent?: PaymentIntent;
    setupIntent?: SetupIntent;
  }): Outcome<ConfirmedIntent> => {
    const intent = answer.paymentIntent ?? answer.setupIntent;
    if (answer.error || !intent) return { failure: answer.error ? failed(answer.error) : failure({}) };
    // What was refused meanwhile is told in the intent alone. Where money is on its way in spite of it, it is over.
    const refused = answer.paymentIntent?.last_payment_error ?? answer.setupIntent?.last_setup_error;
    if (refused && !GOES_ON.includes(intent.status ?? "")) return { failure: failed(refused as StripeError) };
    return { made: confirmed(intent) };
  };
  const confirmParams = exactly<ConfirmPaymentData>()({ return_url: window.location.href });

  const confirmPayment = async (clientSecret: string) => {
    let { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret);
    if (error) return { failure: failed(error) };
    if (paymentIntent?.status === "requires_action") {
      const type: string | undefined = paymentIntent.next_action?.type;
      if (type !== "blik_authorize") return outcome(await stripe.handleNextAction({ clientSecret }));
      // The bank's app is waited for: the script has nothing to show.
      const ended = async () => {
        ({ paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret));
        return paymentIntent?.status !== "requires_action";
      };
      await showChallenge({ kind: "app", url: "", origin: "", lang: locale, ended, pollMs: APP_POLL_MS });
      if (error) return { failure: failed(error) };
      const refused = paymentIntent?.last_payment_error as StripeError | null | undefined;
      if (refused) return { failure: failed(refused) };
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
    // The script shows slips and codes itself.
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
  const asks = useMemo(
    () => core().billingCollection(settings.enabledBillingFields),
    [settings.enabledBillingFields],
  );

  // The script refuses what is asked of fields that are not drawn yet.
  const ready = () => {
    if (!stripe || !elements) return;
    onReady({
      submit: async () => {
        const { error } = await elements.submit();
        return error ? failed(error) : null;
      },
      createPaymentMethod: async (billing) => {
        const billing_details = told(billing, asks);
        const given = exactly<CreatePaymentMethodFromElements>()({ elements, params: { billing_details } });
        const answer = await stripe.createPaymentMethod(given);
        return answer.error ? { failure: failed(answer.error) } : { made: answer.paymentMethod.id };
      },
      createConfirmationToken: async (billing) => {
        const params = { payment_method_data: { billing_details: told(billing, asks) } };
        const answer = await stripe.createConfirmationToken(
          exactly<CreateConfirmationToken>()({ elements, params }),
        );
        return answer.error ? { failure: failed(answer.error) } : { made: answer.confirmationToken.id };
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

type Told = NonNullable<CreatePaymentMethodFromElements["params"]>["billing_details"];

/**
 * The payer as the script takes it: what the page's form asks for is told even where it was left empty, as nothing; all else is
 * left out where it is empty, for the script asks it. An empty text is refused.
 */
function told({ address, ...person }: BillingDetails, asks: BillingCollection): Told {
  const known = <Name extends string>(
    texts: Record<Name, string | null>,
  ): Partial<Record<Name, string | null>> =>
    Object.fromEntries(
      Object.entries<string | null>(texts)
        .filter(([name, text]) => text || asks[name as keyof BillingCollection] === "never")
        .map(([name, text]) => [name, text || null]),
    ) as Partial<Record<Name, string | null>>;
  const place = known(address);
  return { ...known(person), ...(Object.keys(place).length > 0 ? { address: place } : {}) };
}
