// The button of a wallet by the provider's own script: one element for each wallet, so that each stands or goes by itself.

import { Elements, ExpressCheckoutElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type {
  ApplePayButtonTheme,
  ApplePayButtonType,
  BillingDetails,
  ExpressCheckoutPaymentMethodsOption,
  GooglePayButtonTheme,
  GooglePayButtonType,
  ShippingAddress,
  Stripe,
  StripeElementsOptionsMode,
} from "@stripe/stripe-js";
import { useMemo } from "react";
import type { WalletPerson } from "../core/types.ts";
import { failed } from "./stripeErrors.ts";
import { type ChangeAnswer, nobody, type SheetChange, type WalletButtonProps } from "./wallets.ts";

/** The script's own words for the wallets. */
const OPTION = {
  apple_pay: "applePay",
  google_pay: "googlePay",
  amazon_pay: "amazonPay",
  link: "link",
} as const;

function person(
  told: (Partial<BillingDetails> & ShippingAddress) | ShippingAddress | undefined,
): WalletPerson {
  const empty = nobody();
  if (!told) return empty;
  const { email = "", phone = "" } = told as Partial<BillingDetails>;
  const { line2, ...address } = told.address;
  return {
    ...empty,
    name: told.name,
    email,
    phone,
    address: { ...empty.address, ...address, line2: line2 ?? "" },
  };
}

export function StripeWallet({ stripe, ...props }: WalletButtonProps & { stripe: Stripe }) {
  const { amount, currency, look, saves } = props;
  const options = useMemo<StripeElementsOptionsMode>(
    () => ({
      mode: "payment",
      amount,
      currency,
      setupFutureUsage: saves ? "off_session" : null,
      // Its buttons take their corners from here alone.
      appearance: { variables: { borderRadius: `${look.radius}px` } },
    }),
    [amount, currency, saves, look.radius],
  );
  return (
    <Elements stripe={stripe} options={options}>
      <Button {...props} />
    </Elements>
  );
}

function Button(props: WalletButtonProps) {
  const { wallet, shown, look, label, shipping, phone, countries } = props;
  const stripe = useStripe();
  const elements = useElements();
  const options = useMemo(() => {
    const paymentMethods: ExpressCheckoutPaymentMethodsOption = {
      ...{ applePay: "never", googlePay: "never", amazonPay: "never", link: "never" },
      ...{ paypal: "never", klarna: "never", [OPTION[wallet]]: shown },
    };
    return {
      paymentMethods,
      // Each wallet has words of its own for its looks: another one's may be none of them.
      ...(wallet === "apple_pay" && {
        buttonType: { applePay: look.type as ApplePayButtonType },
        buttonTheme: { applePay: look.theme as ApplePayButtonTheme },
      }),
      ...(wallet === "google_pay" && {
        buttonType: { googlePay: look.type as GooglePayButtonType },
        buttonTheme: { googlePay: look.theme as GooglePayButtonTheme },
      }),
      buttonHeight: look.height,
      layout: { overflow: "never" as const },
      business: { name: label },
      emailRequired: true,
      billingAddressRequired: true,
      phoneNumberRequired: phone,
      shippingAddressRequired: shipping,
      ...(shipping && countries.length > 0 ? { allowedShippingCountries: countries } : {}),
    };
  }, [wallet, shown, look, label, shipping, phone, countries]);

  /** The script takes the new amount from its elements, before it hears of the lines. */
  const answer = (event: {
    resolve: (change: Pick<SheetChange, never> & object) => void;
    reject: () => void;
  }): ChangeAnswer => ({
    resolve: ({ amount, items, rates }) => {
      elements?.update({ amount });
      event.resolve({ lineItems: items, ...(rates ? { shippingRates: rates } : {}) });
    },
    reject: () => event.reject(),
  });

  return (
    <ExpressCheckoutElement
      options={options}
      onReady={({ availablePaymentMethods }) =>
        props.onReady(Boolean(availablePaymentMethods?.[OPTION[wallet]]))
      }
      onLoadError={props.onLoadError}
      onClick={(event) =>
        props.onClick({
          open: ({ items, rates }) =>
            event.resolve({ lineItems: items, ...(shipping ? { shippingRates: rates } : {}) }),
          refuse: () => event.reject(),
        })
      }
      onShippingAddressChange={(event) => props.onAddress(event.address, answer(event))}
      onShippingRateChange={(event) => props.onRate(event.shippingRate.id, answer(event))}
      onConfirm={(event) =>
        props.onConfirm({
          payer: {
            billing: person(event.billingDetails),
            shipping: event.shippingAddress ? person(event.shippingAddress) : null,
            rate: event.shippingRate?.id ?? "",
          },
          createToken: async () => {
            if (!stripe || !elements) return { failure: failed({}) };
            const { error } = await elements.submit();
            if (error) return { failure: failed(error) };
            const made = await stripe.createConfirmationToken({ elements });
            return made.error ? { failure: failed(made.error) } : { made: made.confirmationToken.id };
          },
          fail: () => event.paymentFailed({ reason: "fail" }),
          done: () => {},
        })
      }
      onCancel={props.onCancel}
    />
  );
}
