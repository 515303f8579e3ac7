// The calls of the express buttons to the shop's server (wire contract, C5). Answers are not wrapped.

import { core } from "../../core/core.ts";
import type {
  ExpressCartDetails,
  ExpressOrder,
  ExpressProduct,
  ExpressSettings,
  ExpressSheetAnswer,
  Lang,
} from "../../core/types.ts";
import { PaymentRefusal } from "../errors.ts";
import { gatewayRequest, unreadable } from "../gatewayCalls.ts";
import type { SheetAddress } from "../wallets.ts";

/** What stands before the names of the gateway's actions (wire contract, C1). */
export const GATEWAY_ID = "wc_stripe";

type Nonces = NonNullable<ExpressSettings["nonce"]>;
type Fields = Iterable<[string, string]>;

/** Which page asks for settings. */
export type SettingsPlace = Record<string, string>;

/** The settings of the session, where a page holds only what is everybody's; `null`: there are no buttons. */
export async function fetchSettings(
  ajaxUrl: string,
  place: SettingsPlace,
  lang: Lang,
): Promise<ExpressSettings | null> {
  const address = core().gatewayEndpoint(ajaxUrl, GATEWAY_ID, "get_express_settings");
  const response = await gatewayRequest(
    `${address}&${new URLSearchParams(place)}`,
    { method: "GET", headers: { Accept: "application/json" } },
    lang,
  );
  if (!response.ok) throw unreadable(lang);
  return (await response.json().catch(() => {
    throw unreadable(lang);
  })) as ExpressSettings | null;
}

/** An address of an order; what is left out is empty. */
export type OrderAddress = ExpressOrder["billing_address"];

/** Two addresses as `normalize_address` takes and gives them. */
interface Addresses {
  billing_address: OrderAddress;
  shipping_address: OrderAddress;
}

/** The calls of one page. `renew` reads the page's settings anew: nonces last a day. Each throws a `PaymentRefusal`. */
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
      if (!renewed) throw new PaymentRefusal({});
      nonces = renewed;
      response = await send(action, nonce, fields, signal);
    }
    const answer = (await response.json().catch(() => {
      throw unreadable(lang);
    })) as { success?: boolean; error?: unknown; data?: { message?: unknown } };
    const { error, data } = answer ?? {};
    const told = typeof error === "string" ? error : answer?.success === false ? data?.message : "";
    if (told) throw new PaymentRefusal({}, String(told));
    if (!response.ok || answer?.success === false) throw new PaymentRefusal({});
    return answer as T;
  };
  const place = settings.is_product_page ? "true" : "false";

  return {
    /** Headers by which the store API knows an express order. */
    orderHeaders: (): Record<string, string> => ({
      "X-WCSTRIPE-EXPRESS-CHECKOUT": "true",
      "X-WCSTRIPE-EXPRESS-CHECKOUT-NONCE": nonces?.wc_store_api_express_checkout ?? "",
    }),

    /** Until `signal` says that they are not wanted any more. */
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

    /** Tells the server what went wrong here. What comes of telling it changes nothing. */
    logErrors: (errors: string) =>
      void send("log_errors", "log_errors", [["errors", errors]]).catch(() => {}),
  };
}

export type ExpressCalls = ReturnType<typeof expressCalls>;
