// The gateway's calls to the shop's server: form data, responses of the shape `{success, data}`.

import { inLanguage } from "../core/address.ts";
import { core } from "../core/core.ts";
import type { GatewaySettings, Lang, NetworkFailure } from "../core/types.ts";
import { PaymentFailedError } from "./errors.ts";

/** Meanwhile the server calls the provider, with a limit of 10 seconds per request. */
const LIMIT_MS = 30_000;

type Data = Record<string, unknown>;

/** An intent that was created for the form. */
export interface CreatedIntent {
  id: string;
  clientSecret: string;
}

/** The response to `create_and_confirm_setup_intent`. */
export interface SetupIntentAnswer {
  status: string;
  action: string;
  actionUrl: string;
  paymentType: string;
  clientSecret: string;
  returnUrl: string;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Sends a gateway request with a time limit; a `signal` ends it sooner. Throws a `PaymentFailedError` if no response arrives. */
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
    throw networkError(
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

function networkError(failed: NetworkFailure, lang: Lang): PaymentFailedError {
  return new PaymentFailedError({}, core().networkMessage(failed, lang));
}

/** Error for a response that is not JSON. */
export const unreadableError = (lang: Lang): PaymentFailedError => networkError("invalid_json", lang);

/** The page settings that calls about a placed order need. */
export type OrderCallSettings = Pick<
  GatewaySettings,
  "ajax_url" | "gatewayId" | "isChangingPayment" | "updateFailedOrderNonce"
>;

function caller(settings: OrderCallSettings, lang: Lang) {
  const parseResponse = async (response: Response): Promise<Data> => {
    const answer = (await response.json().catch(() => {
      throw unreadableError(lang);
    })) as Data | null;
    const data = (answer?.data ?? {}) as Data | string;
    if (answer?.result === "failure") throw new PaymentFailedError({}, plainText(text(answer.messages)));
    if (answer?.success === false || !response.ok) {
      const inner = typeof data === "string" ? data : (data.error ?? data);
      const message = typeof inner === "string" ? inner : text((inner as Data).message);
      throw new PaymentFailedError({ message });
    }
    return typeof data === "string" ? {} : data;
  };
  const call = async (action: string, fields: Record<string, string>): Promise<Data> => {
    const address = core().gatewayEndpoint(settings.ajax_url, settings.gatewayId, action);
    return parseResponse(
      await gatewayRequest(address, { method: "POST", body: new URLSearchParams(fields) }, lang),
    );
  };
  return { parseResponse, call };
}

/** The calls about a placed order. Each throws a `PaymentFailedError`. */
export function orderCalls(settings: OrderCallSettings, lang: Lang) {
  const { call } = caller(settings, lang);
  return {
    /**
     * Reports the confirmation; resolves to the next page's address. While a method is being changed, `orderId` is the
     * subscription.
     */
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

    /** Reports that a confirmation failed. The result of the report is ignored. */
    updateFailedOrder: async (orderId: number, intentId: string): Promise<void> => {
      const fields = {
        intent_id: intentId,
        order_id: String(orderId),
        _ajax_nonce: settings.updateFailedOrderNonce,
      };
      await call("update_failed_order", fields).catch(() => {});
    },

    /** Reports the failure to the legacy confirmation page. */
    reportLegacyFailure: async (path: string): Promise<void> => {
      await gatewayRequest(`${path}&is_ajax`, { method: "GET" }, lang).catch(() => {});
    },
  };
}

export type OrderCalls = ReturnType<typeof orderCalls>;

/** All calls of one page. Each throws a `PaymentFailedError`. */
export function gatewayCalls(settings: GatewaySettings, lang: Lang) {
  const { parseResponse, call } = caller(settings, lang);
  const createIntent = async (action: string, fields: Record<string, string>): Promise<CreatedIntent> => {
    const data = await call(action, fields);
    return { id: text(data.id), clientSecret: text(data.client_secret) };
  };
  const order: Record<string, string> =
    settings.orderId > 0 ? { stripe_order_id: String(settings.orderId) } : {};

  return {
    ...orderCalls(settings, lang),

    initSetupIntent: (type: string) =>
      createIntent("init_setup_intent", {
        payment_method_type: type,
        _ajax_nonce: settings.createSetupIntentNonce,
      }),

    createPaymentIntent: (type: string) =>
      createIntent("create_payment_intent", {
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

    /** Saves a method in the account. `further`: the other fields of the page's form. */
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
      const data = await parseResponse(
        await gatewayRequest(settings.wp_ajax_url, { method: "POST", body: fields }, lang),
      );
      const action = (data.next_action ?? {}) as { type?: unknown; redirect_to_url?: { url?: unknown } };
      return {
        status: text(data.status),
        action: text(action.type),
        actionUrl: text(action.redirect_to_url?.url),
        paymentType: text(data.payment_type) || type,
        clientSecret: text(data.client_secret),
        returnUrl: decodeAddress(text(data.return_url)),
      };
    },
  };
}

export type GatewayCalls = ReturnType<typeof gatewayCalls>;

/** Decodes a percent-encoded address. */
function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return "";
  }
}

/** Extracts the text of messages, which are HTML for classic pages. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, "text/html").body.textContent?.trim() ?? "";
}
