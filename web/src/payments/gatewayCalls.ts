// The gateway's calls to the shop's server: form data, answers of the shape `{success, data}`.

import { inLanguage } from "../core/address.ts";
import { core } from "../core/core.ts";
import type { GatewaySettings, Lang, NetworkFailure } from "../core/types.ts";
import { PaymentRefusal } from "./errors.ts";

/** The server asks the provider meanwhile, whose limit is 10 seconds a request. */
const LIMIT_MS = 30_000;

type Data = Record<string, unknown>;

/** An intent made for the form. */
export interface MadeIntent {
  id: string;
  clientSecret: string;
}

/** The answer to a create-and-confirm of a setup intent. */
export interface SetupIntentAnswer {
  status: string;
  action: string;
  actionUrl: string;
  paymentType: string;
  clientSecret: string;
  returnUrl: string;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * A request of the gateway with its limit of time; a `signal` ends it sooner. Throws a `PaymentRefusal` when no answer comes.
 */
export async function gatewayRequest(address: string, init: RequestInit, lang: Lang): Promise<Response> {
  const limit = AbortSignal.timeout(LIMIT_MS);
  try {
    return await fetch(inLanguage(address), {
      credentials: "same-origin",
      headers: { "X-Requested-With": "XMLHttpRequest" },
      ...init,
      signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit,
    });
  } catch (error) {
    const name = error instanceof DOMException ? error.name : "";
    throw networkRefusal(
      name === "TimeoutError"
        ? "timeout"
        : name === "AbortError"
          ? "abort"
          : navigator.onLine
            ? "other"
            : "offline",
      lang,
    );
  }
}

function networkRefusal(failed: NetworkFailure, lang: Lang): PaymentRefusal {
  return new PaymentRefusal({}, core().networkMessage(failed, lang));
}

/** What is told of an answer that is no data. */
export const unreadable = (lang: Lang): PaymentRefusal => networkRefusal("invalid_json", lang);

/** What the calls about a placed order need of a page. */
export type OrderCallSettings = Pick<
  GatewaySettings,
  "ajax_url" | "gatewayId" | "isChangingPayment" | "updateFailedOrderNonce"
>;

function caller(settings: OrderCallSettings, lang: Lang) {
  const answered = async (response: Response): Promise<Data> => {
    const answer = (await response.json().catch(() => {
      throw unreadable(lang);
    })) as Data | null;
    const data = (answer?.data ?? {}) as Data | string;
    if (answer?.result === "failure") throw new PaymentRefusal({}, plainText(text(answer.messages)));
    if (answer?.success === false || !response.ok) {
      const inner = typeof data === "string" ? data : (data.error ?? data);
      const message = typeof inner === "string" ? inner : text((inner as Data).message);
      throw new PaymentRefusal({ message });
    }
    return typeof data === "string" ? {} : data;
  };
  const call = async (action: string, fields: Record<string, string>): Promise<Data> => {
    const address = core().gatewayEndpoint(settings.ajax_url, settings.gatewayId, action);
    return answered(
      await gatewayRequest(address, { method: "POST", body: new URLSearchParams(fields) }, lang),
    );
  };
  return { answered, call };
}

/** The calls about an order that is placed. Each throws a `PaymentRefusal`. */
export function orderCalls(settings: OrderCallSettings, lang: Lang) {
  const { call } = caller(settings, lang);
  return {
    /** Tells the confirmation; gives the address to go to. While a method is changed, `orderId` is the subscription. */
    updateOrderStatus: async (
      orderId: number,
      intentId: string,
      paymentMethodId: string,
      nonce: string,
    ): Promise<string> => {
      const action = settings.isChangingPayment ? "confirm_change_payment" : "update_order_status";
      const data = await call(action, {
        order_id: String(orderId),
        intent_id: intentId,
        payment_method_id: paymentMethodId,
        _ajax_nonce: nonce,
      });
      return text(data.return_url);
    },

    /** Tells that a confirmation failed. What comes of telling it changes nothing. */
    updateFailedOrder: async (orderId: number, intentId: string): Promise<void> => {
      const fields = {
        intent_id: intentId,
        order_id: String(orderId),
        _ajax_nonce: settings.updateFailedOrderNonce,
      };
      await call("update_failed_order", fields).catch(() => {});
    },

    /** Tells the older confirmation's page that it failed. */
    tellLegacyFailure: async (path: string): Promise<void> => {
      await gatewayRequest(`${path}&is_ajax`, { method: "GET" }, lang).catch(() => {});
    },
  };
}

export type OrderCalls = ReturnType<typeof orderCalls>;

/** The calls, for one page. Each throws a `PaymentRefusal`. */
export function gatewayCalls(settings: GatewaySettings, lang: Lang) {
  const { answered, call } = caller(settings, lang);
  const made = async (action: string, fields: Record<string, string>): Promise<MadeIntent> => {
    const data = await call(action, fields);
    return { id: text(data.id), clientSecret: text(data.client_secret) };
  };
  const order: Record<string, string> =
    settings.orderId > 0 ? { stripe_order_id: String(settings.orderId) } : {};

  return {
    ...orderCalls(settings, lang),

    initSetupIntent: (type: string) =>
      made("init_setup_intent", { payment_method_type: type, _ajax_nonce: settings.createSetupIntentNonce }),

    createPaymentIntent: (type: string) =>
      made("create_payment_intent", {
        ...order,
        payment_method_type: type,
        _ajax_nonce: settings.createPaymentIntentNonce,
      }),

    updatePaymentIntent: async (intentId: string, type: string, saves: boolean): Promise<void> => {
      if (core().intentUpdateSkipped(intentId)) return;
      await call("update_payment_intent", {
        ...order,
        wc_payment_intent_id: intentId,
        save_payment_method: saves ? "yes" : "no",
        selected_upe_payment_type: type,
        _ajax_nonce: settings.updatePaymentIntentNonce,
      });
    },

    saveAppearance: async (appearance: string, block: boolean): Promise<void> => {
      await call("save_appearance", {
        appearance,
        is_block_checkout: String(block),
        theme_name: settings.theme_name,
        _ajax_nonce: settings.saveAppearanceNonce,
      });
    },

    /** Saves a method in the account. `further`: what else the page's form holds goes along. */
    createAndConfirmSetupIntent: async (
      paymentMethodId: string,
      type: string,
      further: Record<string, string> = {},
    ): Promise<SetupIntentAnswer> => {
      const fields = new URLSearchParams({
        ...further,
        action: `${settings.gatewayId}_create_and_confirm_setup_intent`,
        "wc-stripe-payment-method": paymentMethodId,
        "wc-stripe-payment-type": type,
        _ajax_nonce: settings.createAndConfirmSetupIntentNonce,
      });
      const data = await answered(
        await gatewayRequest(settings.wp_ajax_url, { method: "POST", body: fields }, lang),
      );
      const action = (data.next_action ?? {}) as { type?: unknown; redirect_to_url?: { url?: unknown } };
      return {
        status: text(data.status),
        action: text(action.type),
        actionUrl: text(action.redirect_to_url?.url),
        paymentType: text(data.payment_type) || type,
        clientSecret: text(data.client_secret),
        returnUrl: decoded(text(data.return_url)),
      };
    },
  };
}

export type GatewayCalls = ReturnType<typeof gatewayCalls>;

/** The address may come percent-encoded. */
function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return "";
  }
}

/** The words of messages that come as HTML for classic pages. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() ?? "";
}
