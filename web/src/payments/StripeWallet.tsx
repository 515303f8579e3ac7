// Wallet buttons by the provider's own script. Each wallet has an element of its own so that each can appear or disappear alone.

import { Elements, ExpressCheckoutElement, useElements, useStripe } from "@stripe/react-stripe-js";
import type {
  BillingDetails,
  ShippingAddress,
  Stripe,
  StripeExpressCheckoutElementShippingAddressChangeEvent,
} from "@stripe/stripe-js";
import { useMemo } from "react";
import type { WalletPerson } from "../core/types.ts";
import { failed } from "./stripeErrors.ts";
import { sheetChange, sheetContent, WALLET_OPTION, walletElement, walletGroup } from "./walletOptions.ts";
import { type ChangeAnswer, emptyPerson, type WalletButtonProps } from "./wallets.ts";

function toPerson(
  details: (Partial<BillingDetails> & ShippingAddress) | ShippingAddress | undefined,
): WalletPerson {
  const empty = emptyPerson();
  if (!details) return empty;
  const { email = "", phone = "" } = details as Partial<BillingDetails>;
  const { line2, ...address } = details.address;
  return {
    ...empty,
    name: details.name,
    email,
    phone,
    address: { ...empty.address, ...address, line2: line2 ?? "" },
  };
}

export function StripeWallet({ stripe, ...props }: WalletButtonProps & { stripe: Stripe }) {
  const { wallet, amount, currency, look, saves } = props;
  const options = useMemo(
    () => walletGroup({ wallet, amount, currency, look, saves }),
    [wallet, amount, currency, look, saves],
  );
  return (
    <Elements stripe={stripe} options={options}>
      <Button {...props} />
    </Elements>
  );
}

function Button(props: WalletButtonProps) {
  const { wallet, visibility, look, label, shipping, phone, countries } = props;
  const stripe = useStripe();
  const elements = useElements();
  const options = useMemo(
    () => walletElement({ wallet, visibility, look, label, shipping, phone, countries }),
    [wallet, visibility, look, label, shipping, phone, countries],
  );

  /** The script takes the new amount from its elements, so they are updated before the lines are resolved. */
  const answer = (
    event: Pick<StripeExpressCheckoutElementShippingAddressChangeEvent, "resolve" | "reject">,
  ): ChangeAnswer => ({
    resolve: (change) => {
      elements?.update({ amount: change.amount });
      event.resolve(sheetChange(change));
    },
    reject: () => event.reject(),
  });

  return (
    <ExpressCheckoutElement
      options={options}
      onReady={({ availablePaymentMethods }) =>
        props.onReady(Boolean(availablePaymentMethods?.[WALLET_OPTION[wallet]]))
      }
      onLoadError={props.onLoadError}
      onClick={(event) =>
        props.onClick({
          open: (content) => event.resolve(sheetContent(content, shipping)),
          refuse: () => event.reject(),
        })
      }
      onShippingAddressChange={(event) => props.onAddress(event.address, answer(event))}
      onShippingRateChange={(event) => props.onRate(event.shippingRate.id, answer(event))}
      onConfirm={(event) =>
        props.onConfirm({
          payer: {
            billing: toPerson(event.billingDetails),
            shipping: event.shippingAddress ? toPerson(event.shippingAddress) : null,
            rate: event.shippingRate?.id ?? "",
          },
          createToken: async () => {
            if (!stripe || !elements) return { failure: failed({}) };
            const { error } = await elements.submit();
            if (error) return { failure: failed(error) };
            const created = await stripe.createConfirmationToken({ elements });
            return created.error
              ? { failure: failed(created.error) }
              : { value: created.confirmationToken.id };
          },
          fail: () => event.paymentFailed({ reason: "fail" }),
          done: () => {},
        })
      }
      onCancel={props.onCancel}
    />
  );
}
