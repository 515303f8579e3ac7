// The options of Stripe.js calls and of its wallets' sheets.
import type {
  ChangeResolveDetails,
  ClickResolveDetails,
  ConfirmPaymentData,
  CreateConfirmationToken,
  CreatePaymentMethodFromElements,
  LineItem,
  ShippingRate,
} from "@stripe/stripe-js";
import { type Shape, type Table, USAGE } from "./shapes.ts";

/** The contents that a sheet opens with, and the response to a change in it. */
export const LINES: { each: Table<LineItem> } = { each: { name: "string", amount: "number" } };
export const RATES: { each: Table<ShippingRate> } = {
  each: { id: "string", amount: "number", displayName: "string", deliveryEstimate: "object" },
};
export const SHEET: Table<ClickResolveDetails> = {
  ...{ lineItems: LINES, shippingRates: RATES, applePay: "object" },
  ...{ emailRequired: "boolean", phoneNumberRequired: "boolean", billingAddressRequired: "boolean" },
  ...{ shippingAddressRequired: "boolean", allowedShippingCountries: "list", business: { name: "string" } },
};
export const SHEET_CHANGE: Table<ChangeResolveDetails> = {
  ...{ lineItems: LINES, shippingRates: RATES, applePay: "object" },
};

const ADDRESS: Shape = {
  ...{ city: "string", country: "string", line1: "string", line2: "string" },
  ...{ postal_code: "string", state: "string" },
};
const BILLING: Shape = { name: "string", email: "string", phone: "string", address: ADDRESS };
const METHOD_DATA: Shape = {
  billing_details: BILLING,
  allow_redisplay: ["always", "limited", "unspecified"],
  metadata: "object",
};

export const CREATE_METHOD: Table<CreatePaymentMethodFromElements> = {
  elements: "object",
  params: METHOD_DATA,
  metadata: "object",
};
const TOKEN_PARAMS: Table<NonNullable<CreateConfirmationToken["params"]>> = {
  payment_method_data: METHOD_DATA,
  return_url: "string",
  metadata: "object",
  shipping: { name: "string", phone: "string", address: ADDRESS },
};
export const CREATE_TOKEN: Table<CreateConfirmationToken> = { elements: "object", params: TOKEN_PARAMS };

/** `confirmPayment` and `confirmSetup`. */
const CONFIRM_PARAMS: Table<ConfirmPaymentData> = {
  ...{ return_url: "string", confirmation_token: "string", payment_method: "string", expand: "list" },
  ...{
    payment_method_data: METHOD_DATA,
    shipping: "object",
    receipt_email: "string",
    mandate_data: "object",
  },
  ...{ setup_future_usage: USAGE, error_on_requires_action: "boolean" },
  save_payment_method: "boolean",
};
export const CONFIRM: Shape = {
  ...{ elements: "object", clientSecret: "string", confirmParams: CONFIRM_PARAMS },
  redirect: ["always", "if_required"],
};
export const NEXT_ACTION: Shape = { clientSecret: "string" };
