// From what was chosen and typed to the fields that an order is sent with (wire contract, C2).

import { core } from "../core/core.ts";
import type { GatewaySettings, SavingForm } from "../core/types.ts";
import type { BillingDetails, Fields } from "./elements.ts";
import { PaymentRefusal, refusalText } from "./errors.ts";
import type { GatewayCalls, MadeIntent } from "./gatewayCalls.ts";
import type { PaymentTools } from "./tools.ts";

/** The choice of a method that is not saved yet, as the server knows it. */
export const NEW_METHOD = "new";

/** The fields for the order, or what the shopper is told. An empty text: the fields tell it themselves. */
export type Collected =
  | { fields: Record<string, string>; text?: undefined }
  | { fields?: undefined; text: string };

/** Takes what the order needs of the chosen method. */
export type Collector = () => Promise<Collected>;

export interface Typed {
  /** The fields, as soon as they are there; `null`: they could not be loaded. */
  fields: Promise<Fields | null>;
  /** The intent that the form waits for; `null`: it is made with the order. Refused where it could not be made. */
  intent: Promise<MadeIntent | null>;
  billing: BillingDetails;
  /** Number of the saved method, or `new`. */
  token: string;
  saves: boolean;
  code: string;
}

/** What decides about saving. */
export function savingForm(
  settings: GatewaySettings,
  type: string,
  chosen: { createsAccount: boolean; ticked: boolean; usesSaved: boolean; setsUp: boolean },
): SavingForm {
  return {
    method: type,
    methods: Object.keys(settings.paymentMethodsConfig),
    saving_enabled: settings.isSavedCardsEnabled,
    logged_in: settings.isLoggedIn,
    creates_account: chosen.createsAccount,
    signup_allowed: settings.isSignupOnCheckoutAllowed,
    ticked: chosen.ticked,
    uses_saved: chosen.usesSaved,
    subscription: settings.cartContainsSubscription,
    manual_renewal: settings.subscriptionRequiresManualRenewal,
    forced_by_shop: settings.forceSavePaymentMethod,
    one_click: settings.isOCEnabled,
    sets_up: chosen.setsUp,
  };
}

/** Which intent must be there before the form is: `setup_intent`, `payment_intent`, or none, as it is made with the order. */
export function formStart(settings: GatewaySettings, type: string): string {
  return core().paymentFormStart({
    supports_deferred: settings.paymentMethodsConfig[type]?.supportsDeferredIntent ?? true,
    adds_method: !settings.isCheckout && !settings.isOrderPay && !settings.isChangingPayment,
    changes_method: settings.isChangingPayment,
    payment_needed: settings.isPaymentNeeded,
    cart_total: settings.cartTotal,
    currency: settings.currency,
  }).kind;
}

/** Makes the intent that the form starts with; `null`: it is made with the order. */
export async function startIntent(
  start: string,
  calls: GatewayCalls,
  type: string,
): Promise<MadeIntent | null> {
  if (start === "setup_intent") return calls.initSetupIntent(type);
  return start === "payment_intent" ? calls.createPaymentIntent(type) : null;
}

/**
 * Makes the method with the provider, unless a saved one is used, and gives the order's fields. An order that is sent before the
 * fields are there waits for them.
 */
export async function collect(tools: PaymentTools, type: string, typed: Typed): Promise<Collected> {
  const { settings, lang } = tools;
  const config = settings.paymentMethodsConfig[type];
  const title = config?.title ?? type;
  const common = {
    payment_method: config?.gatewayId ?? "",
    wc_stripe_selected_upe_payment_type: type,
    "wc-stripe-is-deferred-intent": "true",
  };
  if (typed.token !== NEW_METHOD) return { fields: { ...common, "wc-stripe-payment-token": typed.token } };
  const [form, intent] = await Promise.all([typed.fields, typed.intent]).catch(() => [null, null]);
  // The method's own box says that it could not be loaded.
  if (!form) return { text: core().messageText("payment_details_missing", {}, lang) };
  const fields: Record<string, string> = { ...common, "wc-stripe-payment-token": NEW_METHOD };
  if (config?.group === "bank_code") {
    const [wrong] = core().mobileCodeErrors(typed.code, title, true);
    if (wrong) return { text: core().messageText(wrong.code, wrong.params, lang) };
    fields["wc-stripe-blik-code"] = typed.code;
  }
  try {
    const refused = await form.submit();
    if (refused) throw new PaymentRefusal(refused);
    const { made, failure } = await form.createPaymentMethod(typed.billing);
    if (failure) throw new PaymentRefusal(failure);
    fields["wc-stripe-payment-method"] = made;
    if (typed.saves && config) fields[config.saveField] = "true";
    if (intent) {
      delete fields["wc-stripe-is-deferred-intent"];
      await tools.calls.updatePaymentIntent(intent.id, type, typed.saves);
      const setup = core().intentUpdateSkipped(intent.id);
      fields[setup ? "wc-stripe-setup-intent" : "wc_payment_intent_id"] = intent.id;
    }
    return { fields };
  } catch (error) {
    return { text: refusalText(error, settings, lang) };
  }
}
