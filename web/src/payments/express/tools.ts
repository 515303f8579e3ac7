// All that an area of express buttons works with, loaded when the area is about to be used.

import { adoptNonce } from "../../api/storeApi.ts";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { ExpressSettings, Lang } from "../../core/types.ts";
import { loadProvider, type Provider } from "../elements.ts";
import { orderCalls } from "../gatewayCalls.ts";
import type { RouteTools } from "../routes.ts";
import { type ExpressCalls, expressCalls, fetchSettings, GATEWAY_ID } from "./calls.ts";

export interface ExpressTools {
  settings: ExpressSettings;
  /** The fields of a product's form that the settings were asked for. */
  asked: [string, string][];
  lang: Lang;
  provider: Provider;
  calls: ExpressCalls;
  /** What a confirmation after the order is worked off with. */
  routes: RouteTools;
}

/** The rules by which a wallet's order is made: until a button is pressed its page does without them. */
export const paymentRules = () => loadRules("checkout");

/** Where orders are shown that are placed. */
const ORDER_RECEIVED = "/checkout/order-received/";

/**
 * Loads settings of the session and the provider; `null`: there are no buttons. The rules of payments come once a button is about
 * to be pressed (`paymentRules`).
 */
export async function loadExpress(
  page: ExpressSettings,
  place: string,
  asked: [string, string][],
  lang: Lang,
): Promise<ExpressTools | null> {
  const renew = () => fetchSettings(page.ajax_url, { ...Object.fromEntries(asked), place }, lang);
  const settings = page.nonce ? page : await renew();
  if (!settings?.nonce) return null;
  adoptNonce(settings.nonce.wc_store_api);
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
  const told = orderCalls(gateway, lang);
  const updateFailedOrder: typeof told.updateFailedOrder = async (order, intent) => {
    // A guest's session begins with the cart: the nonce from before it does not fit any more.
    const nonce = (await renew().catch(() => null))?.nonce?.update_failed_order;
    const now = nonce ? orderCalls({ ...gateway, updateFailedOrderNonce: nonce }, lang) : told;
    await now.updateFailedOrder(order, intent);
  };
  const routes = { provider, calls: { ...told, updateFailedOrder }, settings: gateway, lang };
  return {
    settings,
    asked: page.nonce ? [] : asked,
    lang,
    provider,
    calls: expressCalls(settings, lang, renew),
    routes,
  };
}
