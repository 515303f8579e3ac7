// The payment confirmations that a URL hash requests (payments, sections 2 and 4).

import { core } from "../core/core.ts";
import type { GatewaySettings, Lang, Next, PaymentRoute } from "../core/types.ts";
import type { ConfirmedIntent, Outcome, Provider } from "./elements.ts";
import { errorText, PaymentFailedError } from "./errors.ts";
import type { OrderCalls } from "./gatewayCalls.ts";

/** The page settings that a route needs. */
export type RouteSettings = Pick<
  GatewaySettings,
  "isChangingPayment" | "isOrderPay" | "orderId" | "orderReceivedURL" | "genericErrorMessage" | "messages"
>;

/** Everything that running a route needs. */
export interface RouteTools {
  provider: Provider;
  calls: OrderCalls;
  settings: RouteSettings;
  lang: Lang;
}

/** The next page, or the message for the shopper. With an empty text nothing is shown and the form is only unblocked. */
export type RouteEnd = { path: string; text?: undefined } | { path?: undefined; text: string };

type Route<Kind extends PaymentRoute["kind"]> = Extract<PaymentRoute, { kind: Kind }>;

/** Takes the route out of the address bar, so that nothing else can read the secret in it. Returns `null` if there is none. */
export function takeRoute(): PaymentRoute | null {
  const { hash, origin, pathname, search } = window.location;
  const route = hash ? core().parsePaymentHash(hash, origin) : undefined;
  if (!route) return null;
  window.history.replaceState(window.history.state, "", pathname + search);
  return route;
}

/** Parses a server response that is a route instead of an address; returns `null` otherwise. */
export function parseRoute(address: string): PaymentRoute | null {
  return (address.startsWith("#") && core().parsePaymentHash(address, window.location.origin)) || null;
}

/** Runs a route: confirms the payment and reports the result to the server. */
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
    return { text: errorText(error, tools.settings, tools.lang) };
  }
}

/** Returns the value; throws the failure. */
function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.failure) throw new PaymentFailedError(outcome.failure);
  return outcome.value as T;
}

async function confirmIntent(
  setup: boolean,
  secret: string,
  { provider }: RouteTools,
): Promise<ConfirmedIntent> {
  return unwrap(await (setup ? provider.confirmSetup(secret) : provider.confirmPayment(secret)));
}

/** Extracts the intent's id from its client secret. */
const intentIdOf = (secret: string) => secret.split("_secret_")[0] ?? "";

function shopPage(address: string, lang: Lang): RouteEnd {
  const path = core().sameOriginPath(window.location.origin, address);
  return path ? { path } : { text: core().messageText("payment_no_target", {}, lang) };
}

async function confirmOrder(route: Route<"confirm">, tools: RouteTools): Promise<RouteEnd> {
  const { calls, settings, lang } = tools;
  // While a method is being changed, the page's subscription counts, whatever the hash contains.
  const orderId = settings.isChangingPayment ? settings.orderId : route.order_id;
  try {
    const intent = await confirmIntent(route.setup, route.client_secret, tools);
    const address = await calls.updateOrderStatus(orderId, intent.id, intent.paymentMethod, route.nonce);
    return shopPage(address, lang);
  } catch (error) {
    await calls.updateFailedOrder(orderId, intentIdOf(route.client_secret));
    throw error;
  }
}

async function confirmVoucher(route: Route<"voucher">, tools: RouteTools): Promise<RouteEnd> {
  const { settings, lang } = tools;
  if (settings.isOrderPay && route.order_id !== settings.orderId) return { text: "" };
  unwrap(await tools.provider.confirmVoucher(route.client_secret));
  const order = route.order_id === null ? "" : String(route.order_id);
  const target = route.return_path ?? "";
  return toRouteEnd(
    core().afterVoucher(window.location.origin, target, order, settings.orderReceivedURL),
    lang,
  );
}

async function confirmWallet(route: Route<"wallet">, tools: RouteTools): Promise<RouteEnd> {
  const { calls, settings, lang } = tools;
  const intent = unwrap(await tools.provider.confirmWallet(route.client_secret, route.setup));
  const next = core().afterWallet(window.location.origin, {
    status: intent.status,
    failed: false,
    changes_method: settings.isChangingPayment,
    return_url: route.return_path ?? settings.orderReceivedURL,
  });
  if (next.next !== "confirm_change") return toRouteEnd(next, lang);
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
    const intent = await confirmIntent(route.setup, route.client_secret, tools);
    if (!core().legacyConfirmationSucceeds(intent.status)) {
      throw new PaymentFailedError({}, core().messageText("payment_failed", {}, lang));
    }
    return shopPage(route.return_path ?? settings.orderReceivedURL, lang);
  } catch (error) {
    if (route.return_path) await calls.reportLegacyFailure(route.return_path);
    throw error;
  }
}

/** Converts the core's next step to the end of a route. */
export function toRouteEnd(next: Next, lang: Lang): RouteEnd {
  if (next.next === "page") return { path: next.path };
  return { text: next.next === "error" ? core().messageText(next.code, {}, lang) : "" };
}
