// The confirmations that a hash asks for (payments, sections 2 and 4).

import { core } from "../core/core.ts";
import type { GatewaySettings, Lang, Next, PaymentRoute } from "../core/types.ts";
import type { ConfirmedIntent, Outcome, Provider } from "./elements.ts";
import { PaymentRefusal, refusalText } from "./errors.ts";
import type { OrderCalls } from "./gatewayCalls.ts";

/** What a route needs to know of its page. */
export type RouteSettings = Pick<
  GatewaySettings,
  "isChangingPayment" | "isOrderPay" | "orderId" | "orderReceivedURL" | "genericErrorMessage" | "messages"
>;

/** What a route is worked off with. */
export interface RouteTools {
  provider: Provider;
  calls: OrderCalls;
  settings: RouteSettings;
  lang: Lang;
}

/** Where the browser goes, or what the shopper is told; an empty text: nothing, the form is only freed. */
export type RouteEnd = { path: string; text?: undefined } | { path?: undefined; text: string };

type Route<Kind extends PaymentRoute["kind"]> = Extract<PaymentRoute, { kind: Kind }>;

/** The route in the address bar, taken out of it: nothing else is to read the secret in it. `null`: there is none. */
export function takeRoute(): PaymentRoute | null {
  const { hash, origin, pathname, search } = window.location;
  const route = hash ? core().parsePaymentHash(hash, origin) : undefined;
  if (!route) return null;
  window.history.replaceState(window.history.state, "", pathname + search);
  return route;
}

/** The route that an answer of the server is, instead of an address. */
export function routeOf(address: string): PaymentRoute | null {
  return (address.startsWith("#") && core().parsePaymentHash(address, window.location.origin)) || null;
}

/** Works a route off. */
export async function runRoute(route: PaymentRoute, tools: RouteTools): Promise<RouteEnd> {
  try {
    switch (route.kind) {
      case "confirm":
        return await confirmOrder(route, tools);
      case "voucher":
        return await confirmVoucher(route, tools);
      case "wallet":
        return await confirmWallet(route, tools);
      case "legacy":
        return await confirmLegacy(route, tools);
    }
  } catch (error) {
    return { text: refusalText(error, tools.settings, tools.lang) };
  }
}

/** What was made; a failure is thrown. */
function made<T>(outcome: Outcome<T>): T {
  if (outcome.failure) throw new PaymentRefusal(outcome.failure);
  return outcome.made as T;
}

async function confirmed(setup: boolean, secret: string, { provider }: RouteTools): Promise<ConfirmedIntent> {
  return made(await (setup ? provider.confirmSetup(secret) : provider.confirmPayment(secret)));
}

/** The intent of a client secret. */
const intentOf = (secret: string) => secret.split("_secret_")[0] ?? "";

function shopPage(address: string, lang: Lang): RouteEnd {
  const path = core().sameOriginPath(window.location.origin, address);
  return path ? { path } : { text: core().messageText("payment_no_target", {}, lang) };
}

async function confirmOrder(route: Route<"confirm">, tools: RouteTools): Promise<RouteEnd> {
  const { calls, settings, lang } = tools;
  // While a method is changed, the subscription of the page counts, whatever the hash says.
  const orderId = settings.isChangingPayment ? settings.orderId : route.order_id;
  try {
    const intent = await confirmed(route.setup, route.client_secret, tools);
    const address = await calls.updateOrderStatus(orderId, intent.id, intent.paymentMethod, route.nonce);
    return shopPage(address, lang);
  } catch (error) {
    await calls.updateFailedOrder(orderId, intentOf(route.client_secret));
    throw error;
  }
}

async function confirmVoucher(route: Route<"voucher">, tools: RouteTools): Promise<RouteEnd> {
  const { settings, lang } = tools;
  if (settings.isOrderPay && route.order_id !== settings.orderId) return { text: "" };
  made(await tools.provider.confirmVoucher(route.client_secret));
  const order = route.order_id === null ? "" : String(route.order_id);
  const target = route.return_path ?? "";
  return ended(core().afterVoucher(window.location.origin, target, order, settings.orderReceivedURL), lang);
}

async function confirmWallet(route: Route<"wallet">, tools: RouteTools): Promise<RouteEnd> {
  const { calls, settings, lang } = tools;
  const intent = made(await tools.provider.confirmWallet(route.client_secret, route.setup));
  const next = core().afterWallet(window.location.origin, {
    status: intent.status,
    failed: false,
    changes_method: settings.isChangingPayment,
    return_url: route.return_path ?? settings.orderReceivedURL,
  });
  if (next.next !== "confirm_change") return ended(next, lang);
  const address = await calls.updateOrderStatus(
    settings.orderId,
    intent.id,
    intent.paymentMethod,
    route.nonce,
  );
  return shopPage(address, lang);
}

async function confirmLegacy(route: Route<"legacy">, tools: RouteTools): Promise<RouteEnd> {
  const { calls, settings, lang } = tools;
  try {
    const intent = await confirmed(route.setup, route.client_secret, tools);
    if (!core().legacyConfirmationSucceeds(intent.status)) {
      throw new PaymentRefusal({}, core().messageText("payment_failed", {}, lang));
    }
    return shopPage(route.return_path ?? settings.orderReceivedURL, lang);
  } catch (error) {
    if (route.return_path) await calls.tellLegacyFailure(route.return_path);
    throw error;
  }
}

/** What the core says comes next, as far as it ends a route. */
export function ended(next: Next, lang: Lang): RouteEnd {
  if (next.next === "page") return { path: next.path };
  return { text: next.next === "error" ? core().messageText(next.code, {}, lang) : "" };
}
