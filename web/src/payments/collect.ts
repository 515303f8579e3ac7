// Turns the chosen method and the typed details into the form fields of the order (wire contract, C2).

import { core } from "../core/core.ts";
import type { GatewaySettings, SavingForm } from "../core/types.ts";
import type { BillingDetails, Fields } from "./elements.ts";
import { errorText, PaymentFailedError } from "./errors.ts";
import type { CreatedIntent, GatewayCalls } from "./gatewayCalls.ts";
import type { PaymentTools } from "./tools.ts";

/** The token that stands for a method that is not saved yet; part of the server's wire format. */
export const NEW_METHOD = "new";

/**
 * The fields of the order, or the message for the shopper. The text is empty when the provider's fields show the message
 * themselves.
 */
export type Collected =
  | { fields: Record<string, string>; text?: undefined }
  | { fields?: undefined; text: string };

/** Collects the order fields of the chosen method. */
export type Collector = () => Promise<Collected>;

export interface Typed {
  /** Resolves once the fields are mounted; to `null` if they could not be loaded. */
  fields: Promise<Fields | null>;
  /**
   * The intent that the form needs before it opens; `null` if it is created with the order. Rejects if it could not be created.
   */
  intent: Promise<CreatedIntent | null>;
  billing: BillingDetails;
  /** Id of the saved method, or `new`. */
  token: string;
  saves: boolean;
  code: string;
}

/** Input of the rules that decide whether the method is saved. */
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

/**
 * Returns which intent must exist before the form opens: `setup_intent`, `payment_intent`, or none if it is created with the
 * order.
 */
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

/** Creates the intent that the form starts with; resolves to `null` if it is created with the order. */
export async function startIntent(
  start: string,
  calls: GatewayCalls,
  type: string,
): Promise<CreatedIntent | null> {
  if (start === "setup_intent") return calls.initSetupIntent(type);
  return start === "payment_intent" ? calls.createPaymentIntent(type) : null;
}

/**
 * Creates the payment method with the provider, unless a saved one is used, and returns the order's fields. An order that is
 * submitted before the provider's fields are ready waits for them.
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
  // The method's own box already shows that the fields could not be loaded.
  if (!form) return { text: core().messageText("payment_details_missing", {}, lang) };
  const fields: Record<string, string> = { ...common, "wc-stripe-payment-token": NEW_METHOD };
  if (config?.group === "bank_code") {
    const [wrong] = core().mobileCodeErrors(typed.code, title, true);
    if (wrong) return { text: core().messageText(wrong.code, wrong.params, lang) };
    fields["wc-stripe-blik-code"] = typed.code;
  }
  try {
    const invalid = await form.submit();
    if (invalid) throw new PaymentFailedError(invalid);
    const { value: methodId, failure } = await form.createPaymentMethod(typed.billing);
    if (failure) throw new PaymentFailedError(failure);
    fields["wc-stripe-payment-method"] = methodId;
    if (typed.saves && config) fields[config.saveField] = "true";
    if (intent) {
      delete fields["wc-stripe-is-deferred-intent"];
      await tools.calls.updatePaymentIntent(intent.id, type, typed.saves);
      const setup = core().intentUpdateSkipped(intent.id);
      fields[setup ? "wc-stripe-setup-intent" : "wc_payment_intent_id"] = intent.id;
    }
    return { fields };
  } catch (error) {
    return { text: errorText(error, settings, lang) };
  }
}
