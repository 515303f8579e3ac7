// What the provider's script is told of a wallet's button and sheet. Each value has the keys of the script's types and no others.

import type {
  ApplePayButtonTheme,
  ApplePayButtonType,
  ChangeResolveDetails,
  ClickResolveDetails,
  ExpressCheckoutPaymentMethodsOption,
  GooglePayButtonTheme,
  GooglePayButtonType,
  LineItem,
  ShippingRate,
  StripeElementsOptionsMode,
  StripeExpressCheckoutElementOptions,
} from "@stripe/stripe-js";
import { core } from "../core/core.ts";
import type { DisplayItem, WalletRate } from "../core/types.ts";
import { exactly } from "./exact.ts";
import type { SheetChange, SheetContent, WalletButtonProps } from "./wallets.ts";

/** The group of a wallet's button. It is open to what the wallet may hand over, as the intent is. */
export function walletGroup({
  wallet,
  amount,
  currency,
  saves,
  look,
}: Pick<WalletButtonProps, "wallet" | "amount" | "currency" | "saves" | "look">): StripeElementsOptionsMode {
  return exactly<StripeElementsOptionsMode>()({
    mode: "payment",
    amount,
    currency,
    allowedPaymentMethodTypes: core().walletTypes(wallet),
    setupFutureUsage: saves ? "off_session" : null,
    // Its buttons take their corners and spacing from here alone.
    appearance: { variables: { borderRadius: `${look.radius}px`, spacingUnit: `${look.spacing}px` } },
  });
}

/** The script's own words for the wallets. */
export const WALLET_OPTION = {
  apple_pay: "applePay",
  google_pay: "googlePay",
  amazon_pay: "amazonPay",
  link: "link",
} as const;

/** The button of a wallet. */
export function walletElement({
  wallet,
  shown,
  look,
  label,
  shipping,
  phone,
  countries,
}: Pick<
  WalletButtonProps,
  "wallet" | "shown" | "look" | "label" | "shipping" | "phone" | "countries"
>): StripeExpressCheckoutElementOptions {
  const paymentMethods: ExpressCheckoutPaymentMethodsOption = {
    ...{ applePay: "never", googlePay: "never", amazonPay: "never", link: "never" },
    ...{ paypal: "never", klarna: "never", [WALLET_OPTION[wallet]]: shown },
  };
  return exactly<StripeExpressCheckoutElementOptions>()({
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
    layout: { overflow: "never" },
    business: { name: label },
    emailRequired: true,
    billingAddressRequired: true,
    phoneNumberRequired: phone,
    shippingAddressRequired: shipping,
    ...(shipping && countries.length > 0 && { allowedShippingCountries: countries }),
  });
}

/** Lines as the script takes them: the shop's own say what they are, which it refuses. */
const lines = (items: DisplayItem[]) => items.map(({ name, amount }): LineItem => ({ name, amount }));
const rated = (rates: WalletRate[]) =>
  rates.map(({ id, amount, displayName }): ShippingRate => ({ id, amount, displayName }));

/** What a sheet opens with. */
export const sheetContent = ({ items, rates }: SheetContent, shipping: boolean): ClickResolveDetails =>
  exactly<ClickResolveDetails>()({
    lineItems: lines(items),
    ...(shipping && { shippingRates: rated(rates) }),
  });

/** What a sheet shows after a change. */
export const sheetChange = ({ items, rates }: SheetChange): ChangeResolveDetails =>
  exactly<ChangeResolveDetails>()({ lineItems: lines(items), ...(rates && { shippingRates: rated(rates) }) });
