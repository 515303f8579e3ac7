// Options of the provider's wallet buttons and sheets. Each value has the keys of the script's types and no others.

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

/**
 * Options of the element group of a wallet's button. It accepts every payment type that the wallet may return, as the intent
 * does.
 */
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
    // The buttons take their corners and spacing only from here.
    appearance: { variables: { borderRadius: `${look.radius}px`, spacingUnit: `${look.spacing}px` } },
  });
}

/** The script's names of the wallets. */
export const WALLET_OPTION = {
  apple_pay: "applePay",
  google_pay: "googlePay",
  amazon_pay: "amazonPay",
  link: "link",
} as const;

/** Options of a wallet's button. */
export function walletElement({
  wallet,
  visibility,
  look,
  label,
  shipping,
  phone,
  countries,
}: Pick<
  WalletButtonProps,
  "wallet" | "visibility" | "look" | "label" | "shipping" | "phone" | "countries"
>): StripeExpressCheckoutElementOptions {
  const paymentMethods: ExpressCheckoutPaymentMethodsOption = {
    ...{ applePay: "never", googlePay: "never", amazonPay: "never", link: "never" },
    ...{ paypal: "never", klarna: "never", [WALLET_OPTION[wallet]]: visibility },
  };
  return exactly<StripeExpressCheckoutElementOptions>()({
    paymentMethods,
    // Each wallet has its own button types and themes, which the others may not know.
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

/** Converts lines for the script, which refuses the shop's additional `key`. */
const lines = (items: DisplayItem[]) => items.map(({ name, amount }): LineItem => ({ name, amount }));
const rated = (rates: WalletRate[]) =>
  rates.map(({ id, amount, displayName }): ShippingRate => ({ id, amount, displayName }));

/** Contents that a sheet opens with. */
export const sheetContent = ({ items, rates }: SheetContent, shipping: boolean): ClickResolveDetails =>
  exactly<ClickResolveDetails>()({
    lineItems: lines(items),
    ...(shipping && { shippingRates: rated(rates) }),
  });

/** Contents of a sheet after a change. */
export const sheetChange = ({ items, rates }: SheetChange): ChangeResolveDetails =>
  exactly<ChangeResolveDetails>()({ lineItems: lines(items), ...(rates && { shippingRates: rated(rates) }) });
