// Everything that an express area works with, loaded just before the area is used.

import { storeNonce } from "../../api/storeApi.ts";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { ExpressSettings, Lang } from "../../core/types.ts";
import { loadProvider, type Provider } from "../elements.ts";
import { orderCalls } from "../gatewayCalls.ts";
import type { RouteTools } from "../routes.ts";
import { type ExpressCalls, expressCalls, fetchSettings, GATEWAY_ID } from "./calls.ts";

export interface ExpressTools {
  settings: ExpressSettings;
  /** The product form's fields that the settings were requested with. */
  requestedFields: [string, string][];
  lang: Lang;
  provider: Provider;
  calls: ExpressCalls;
  /** The tools that confirm the payment after the order. */
  routes: RouteTools;
}

/** Loads the rules of wallet orders, which the page does without until a button is pressed. */
export const paymentRules = () => loadRules("checkout");

/** Base path of the order confirmation pages. */
const ORDER_RECEIVED = "/checkout/order-received/";

/**
 * Loads the session's settings and the provider; resolves to `null` if there are no buttons. The payment rules are loaded later,
 * when a button is about to be pressed (`paymentRules`).
 */
export async function loadExpress(
  page: ExpressSettings,
  place: string,
  requestedFields: [string, string][],
  lang: Lang,
): Promise<ExpressTools | null> {
  const renew = () => fetchSettings(page.ajax_url, { ...Object.fromEntries(requestedFields), place }, lang);
  const settings = page.nonce ? page : await renew();
  if (!settings?.nonce) return null;
  storeNonce(settings.nonce.wc_store_api);
  const { publishable_key, sandbox_origin } = settings.stripe;
  const provider = await loadProvider(
    {
      key: publishable_key,
      sandboxOrigin: sandbox_origin,
      enabledBillingFields: [],
      currency: settings.checkout.currency_code,
      OCLayout: "",
    },
    lang,
  );
  const gateway = {
    ajax_url: settings.ajax_url,
    gatewayId: GATEWAY_ID,
    isChangingPayment: false,
    isOrderPay: settings.is_pay_for_order,
    orderId: settings.pay_for_order?.order ?? 0,
    orderReceivedURL: ORDER_RECEIVED,
    genericErrorMessage: core().messageText("payment_generic", {}, lang),
    messages: {},
    updateFailedOrderNonce: settings.nonce.update_failed_order,
  };
  const gatewayOrderCalls = orderCalls(gateway, lang);
  const updateFailedOrder: typeof gatewayOrderCalls.updateFailedOrder = async (order, intent) => {
    // A guest's session begins with the cart, so the nonce from before the cart is no longer valid.
    const nonce = (await renew().catch(() => null))?.nonce?.update_failed_order;
    const renewed = nonce
      ? orderCalls({ ...gateway, updateFailedOrderNonce: nonce }, lang)
      : gatewayOrderCalls;
    await renewed.updateFailedOrder(order, intent);
  };
  const routes = { provider, calls: { ...gatewayOrderCalls, updateFailedOrder }, settings: gateway, lang };
  return {
    settings,
    requestedFields: page.nonce ? [] : requestedFields,
    lang,
    provider,
    calls: expressCalls(settings, lang, renew),
    routes,
  };
}
