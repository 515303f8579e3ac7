// The express buttons' calls to the shop's server (wire contract, C5). Responses are not wrapped in `{success, data}`.

import { core } from "../../core/core.ts";
import type {
  ExpressCartDetails,
  ExpressOrder,
  ExpressProduct,
  ExpressSettings,
  ExpressSheetAnswer,
  Lang,
} from "../../core/types.ts";
import { PaymentFailedError } from "../errors.ts";
import { gatewayRequest, unreadableError } from "../gatewayCalls.ts";
import type { SheetAddress } from "../wallets.ts";

/** Prefix of the gateway's action names (wire contract, C1). */
export const GATEWAY_ID = "wc_stripe";

type Nonces = NonNullable<ExpressSettings["nonce"]>;
type Fields = Iterable<[string, string]>;

/** Query that names the page that the settings are requested for. */
export type SettingsQuery = Record<string, string>;

/**
 * Fetches the session's settings, for cached pages that hold only what all visitors share; resolves to `null` if there are no
 * buttons.
 */
export async function fetchSettings(
  ajaxUrl: string,
  query: SettingsQuery,
  lang: Lang,
): Promise<ExpressSettings | null> {
  const address = core().gatewayEndpoint(ajaxUrl, GATEWAY_ID, "get_express_settings");
  const response = await gatewayRequest(
    `${address}&${new URLSearchParams(query)}`,
    { method: "GET", headers: { Accept: "application/json" } },
    lang,
  );
  if (!response.ok) throw unreadableError(lang);
  return (await response.json().catch(() => {
    throw unreadableError(lang);
  })) as ExpressSettings | null;
}

/** An address of an order; missing fields are empty. */
export type OrderAddress = ExpressOrder["billing_address"];

/** The pair of addresses that `normalize_address` accepts and returns. */
interface Addresses {
  billing_address: OrderAddress;
  shipping_address: OrderAddress;
}

/**
 * The calls of one page. `renew` fetches the page's settings again, as nonces expire after a day. Each call throws a
 * `PaymentFailedError`.
 */
export function expressCalls(
  settings: ExpressSettings,
  lang: Lang,
  renew: () => Promise<ExpressSettings | null>,
) {
  let nonces = settings.nonce;
  const send = (action: string, nonce: keyof Nonces, fields: Fields, signal: AbortSignal | null = null) => {
    const body = new URLSearchParams([["security", nonces?.[nonce] ?? ""], ...fields]);
    const address = core().gatewayEndpoint(settings.ajax_url, GATEWAY_ID, action);
    return gatewayRequest(address, { method: "POST", body, signal }, lang);
  };
  const call = async <T>(
    action: string,
    nonce: keyof Nonces,
    fields: Fields = [],
    signal: AbortSignal | null = null,
  ): Promise<T> => {
    let response = await send(action, nonce, fields, signal);
    if (response.status === 403) {
      const renewed = (await renew())?.nonce;
      // Without buttons there are no nonces either.
      if (!renewed) throw new PaymentFailedError({});
      nonces = renewed;
      response = await send(action, nonce, fields, signal);
    }
    const answer = (await response.json().catch(() => {
      throw unreadableError(lang);
    })) as { success?: boolean; error?: unknown; data?: { message?: unknown } };
    const { error, data } = answer ?? {};
    const message = typeof error === "string" ? error : answer?.success === false ? data?.message : "";
    if (message) throw new PaymentFailedError({}, String(message));
    if (!response.ok || answer?.success === false) throw new PaymentFailedError({});
    return answer as T;
  };
  const place = settings.is_product_page ? "true" : "false";

  return {
    /** Headers by which the store API recognises an express order. */
    orderHeaders: (): Record<string, string> => ({
      "X-WCSTRIPE-EXPRESS-CHECKOUT": "true",
      "X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE": nonces?.wc_store_api_express_checkout ?? "",
    }),

    /** Fetches the cart's details until `signal` aborts the request. */
    cartDetails: (signal: AbortSignal) =>
      call<ExpressCartDetails>("get_cart_details", "get_cart_details", [], signal),

    shippingOptions: ({ country, state, postal_code, city }: SheetAddress, signal?: AbortSignal) =>
      call<ExpressSheetAnswer>(
        "get_shipping_options",
        "shipping",
        [
          ["country", country],
          ["state", state],
          ["postcode", postal_code],
          ["city", city],
          ["address", ""],
          ["address_2", ""],
          ["is_product_page", place],
        ],
        signal,
      ),

    updateShipping: (rate: string, signal?: AbortSignal) =>
      call<ExpressSheetAnswer>(
        "update_shipping_method",
        "update_shipping",
        [
          ["shipping_method[]", rate],
          ["is_product_page", place],
        ],
        signal,
      ),

    normaliseAddresses: (addresses: Addresses, signal?: AbortSignal) =>
      call<Addresses>(
        "normalize_address",
        "normalize_address",
        Object.entries(addresses).flatMap(([kind, address]) =>
          Object.entries(address as OrderAddress).map(([name, value]): [string, string] => [
            `data[${kind}][${name}]`,
            String(value),
          ]),
        ),
        signal,
      ),

    selectedProduct: (fields: Fields) =>
      call<ExpressProduct>("get_selected_product_data", "get_selected_product_data", fields),

    addToCart: (fields: Fields) => call<ExpressSheetAnswer>("add_to_cart", "add_to_cart", fields),

    /** Reports a client-side error to the server. The result of the report is ignored. */
    logErrors: (errors: string) =>
      void send("log_errors", "log_errors", [["errors", errors]]).catch(() => {}),
  };
}

export type ExpressCalls = ReturnType<typeof expressCalls>;
