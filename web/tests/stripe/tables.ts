// The options that Stripe.js accepts, from its published types: an unknown option of a call is refused, and so is an unlisted
// value. The keys are checked against the package's types, so that a release with other options does not compile.
import type {
  CssFontSource,
  CustomFontSource,
  LayoutObject,
  StripeConstructorOptions,
  StripeElementsOptionsMode,
  StripeElementsUpdateOptions,
  StripeExpressCheckoutElementOptions,
  StripeExpressCheckoutElementUpdateOptions,
  StripePaymentElementOptions,
} from "@stripe/stripe-js";
import { LINES, RATES } from "./callTables.ts";
import { type Accepted, AUTO, CAPTURE, type Shape, type Table, TERMS, USAGE } from "./shapes.ts";
import { VARIABLES } from "./variables.ts";

/** `Stripe(key, options)`. Scripts with a version of their own accept no other: docs.stripe.com/sdks/stripejs-versioning. */
export const CONSTRUCTOR: Table<StripeConstructorOptions> = {
  stripeAccount: "string",
  apiVersion: null,
  locale: ["auto", "it", "en"],
  betas: "list",
  developerTools: "object",
};

/** `stripe.elements(options)` before there is an intent. */
const FONT: Table<CssFontSource | CustomFontSource> = {
  ...{ cssSrc: "string", family: "string", src: "string", display: "string", unicodeRange: "string" },
  style: ["normal", "italic", "oblique"],
  weight: "string",
};
export const ELEMENTS: Table<StripeElementsOptionsMode> = {
  fonts: { each: FONT },
  locale: ["auto", "it", "en"],
  appearance: {
    disableAnimations: "boolean",
    theme: ["stripe", "night", "flat", "none"],
    variables: VARIABLES,
    rules: "rules",
    labels: ["auto", "above", "floating"],
    inputs: ["spaced", "condensed"],
  },
  loader: ["auto", "always", "never"],
  // Requires access that the shop does not have.
  customerOptions: null,
  adaptivePricing: null,
  customerSessionClientSecret: "string",
  customPaymentMethods: "list",
  syncAddressCheckbox: ["billing", "shipping", "none"],
  paymentMethodCreation: ["manual"],
  mode: ["payment", "setup", "subscription"],
  amount: "number",
  currency: "string",
  setupFutureUsage: USAGE,
  setup_future_usage: USAGE,
  captureMethod: CAPTURE,
  capture_method: CAPTURE,
  onBehalfOf: "string",
  on_behalf_of: "string",
  excludedPaymentMethodTypes: "list",
  allowedPaymentMethodTypes: "list",
  paymentMethodConfiguration: "string",
  payment_method_configuration: "string",
  paymentMethodOptions: "object",
  payment_method_options: "object",
  externalPaymentMethodTypes: "list",
  // With a mode there is no intent yet.
  clientSecret: null,
};

const part = (shape: Shape, names: readonly string[]): Shape =>
  Object.fromEntries(names.map((name) => [name, shape[name] as Accepted]));

const ELEMENTS_UPDATED: Record<keyof StripeElementsUpdateOptions, true> = {
  ...{ locale: true, fonts: true, appearance: true, mode: true, currency: true, amount: true },
  ...{ setupFutureUsage: true, setup_future_usage: true, captureMethod: true, capture_method: true },
  ...{ excludedPaymentMethodTypes: true, allowedPaymentMethodTypes: true, onBehalfOf: true },
  ...{ on_behalf_of: true, paymentMethodConfiguration: true, payment_method_configuration: true },
  ...{ customerSessionClientSecret: true, customPaymentMethods: true },
};
export const ELEMENTS_UPDATE = part(ELEMENTS, Object.keys(ELEMENTS_UPDATED));

const ADDRESS_FIELDS: Shape = {
  ...{ country: AUTO, postalCode: AUTO, state: AUTO, city: AUTO, line1: AUTO, line2: AUTO },
};
const LAYOUT: Table<LayoutObject> = {
  type: ["tabs", "accordion", "auto"],
  defaultCollapsed: "boolean",
  radios: ["auto", "always", "never", "if_multiple"],
  spacedAccordionItems: "boolean",
  visibleAccordionItemsCount: "number",
  paymentMethodLogoPosition: ["start", "end"],
};

export const PAYMENT_ELEMENT: Table<StripePaymentElementOptions> = {
  defaultValues: {
    billingDetails: {
      ...{ name: "string", email: "string", phone: "string" },
      address: {
        ...{ country: "string", postal_code: "string", state: "string" },
        ...{ city: "string", line1: "string", line2: "string" },
      },
    },
    card: "object",
  },
  business: { name: "string" },
  paymentMethodOrder: "list",
  fields: { billingDetails: { name: AUTO, email: AUTO, phone: AUTO, address: ADDRESS_FIELDS } },
  readOnly: "boolean",
  terms: {
    ...{
      applePay: TERMS,
      auBecsDebit: TERMS,
      bancontact: TERMS,
      card: TERMS,
      cashapp: TERMS,
      googlePay: TERMS,
    },
    ...{ ideal: TERMS, klarna: TERMS, paypal: TERMS, sepaDebit: TERMS, sofort: TERMS, usBankAccount: TERMS },
  },
  wallets: { applePay: AUTO, googlePay: AUTO, link: AUTO },
  walletOptions: "object",
  layout: LAYOUT,
  applePay: "object",
};
export const PAYMENT_UPDATE = part(PAYMENT_ELEMENT, [
  ...["defaultValues", "business", "paymentMethodOrder", "fields", "readOnly", "terms", "applePay"],
  ...["walletOptions", "layout"],
]);

const APPLE = ["black", "white", "white-outline"] as const;
export const EXPRESS_ELEMENT: Table<StripeExpressCheckoutElementOptions> = {
  allowedShippingCountries: "list",
  applePay: "object",
  billingAddressRequired: "boolean",
  business: { name: "string" },
  buttonHeight: "number",
  buttonTheme: { applePay: APPLE, googlePay: ["black", "white"], paypal: "string" },
  buttonType: {
    applePay: [
      ...["add-money", "book", "buy", "check-out", "contribute", "donate", "order", "plain"],
      ...["reload", "rent", "subscribe", "support", "tip", "top-up"],
    ],
    googlePay: ["book", "buy", "checkout", "donate", "order", "pay", "plain", "subscribe"],
    paypal: ["paypal", "buynow", "checkout", "pay"],
  },
  emailRequired: "boolean",
  layout: { maxColumns: "number", maxRows: "number", overflow: AUTO },
  lineItems: LINES,
  paymentMethodOrder: "list",
  paymentMethods: {
    ...{ amazonPay: AUTO, applePay: TERMS, googlePay: TERMS, link: AUTO, paypal: AUTO, klarna: AUTO },
  },
  phoneNumberRequired: "boolean",
  shippingAddressRequired: "boolean",
  shippingRates: RATES,
  // Replaced by `paymentMethods`.
  wallets: null,
};
const EXPRESS_UPDATED: Record<keyof StripeExpressCheckoutElementUpdateOptions, true> = {
  ...{
    allowedShippingCountries: true,
    billingAddressRequired: true,
    buttonHeight: true,
    emailRequired: true,
  },
  ...{ layout: true, paymentMethodOrder: true, phoneNumberRequired: true, shippingAddressRequired: true },
};
export const EXPRESS_UPDATE = part(EXPRESS_ELEMENT, Object.keys(EXPRESS_UPDATED));
