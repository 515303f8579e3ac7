// Turns a wallet's data into an order of the store API, and the response into the next step.

import { StoreApiError, storeRequest } from "../../api/storeApi.ts";
import { core } from "../../core/core.ts";
import type {
  CheckoutAnswer,
  ExpressOrder,
  ExpressOrderForm,
  ExpressSettings,
  Lang,
  Next,
} from "../../core/types.ts";
import { PaymentFailedError } from "../errors.ts";
import type { ExpressCalls, OrderAddress } from "./calls.ts";
import { forgetPurchaseKey, purchaseKey } from "./purchaseKey.ts";

/** Builds the order. Throws a `PaymentFailedError` that lists what the wallet's data lack, one sentence per line. */
function buildOrder(form: ExpressOrderForm, settings: ExpressSettings, lang: Lang): ExpressOrder {
  const answer = core().expressOrder(form, {
    shipped_to: settings.allowed_shipping_countries,
    needs_shipping: form.needs_shipping ?? false,
    phone: settings.checkout.needs_payer_phone ? "required" : "optional",
  } as Parameters<ReturnType<typeof core>["expressOrder"]>[1]);
  if (answer.kind === "order") return answer.order;
  const sentences = answer.errors.map(({ code, params }) => core().messageText(code, params, lang));
  throw new PaymentFailedError({}, [...new Set(sentences)].join("\n"));
}

/** An order that is already placed. */
export interface PlacedOrder {
  id: number;
  key: string;
  email: string;
  shipping: OrderAddress;
}

/** Returns the existing order that this page pays, if any. */
export function orderToPay({ pay_for_order: paid }: ExpressSettings): PlacedOrder | null {
  if (!paid) return null;
  const { orderKey, billingEmail, shippingAddress } = paid.orderDetails;
  return { id: paid.order, key: orderKey, email: billingEmail, shipping: shippingAddress };
}

/** The order is placed but its payment failed. Another card can pay it. */
export class UnpaidOrderError extends PaymentFailedError {
  readonly order: PlacedOrder;

  constructor(order: PlacedOrder, text: string) {
    super({}, text);
    this.name = "UnpaidOrder";
    this.order = order;
  }
}

/** No response arrived: the order may or may not have been placed and paid. Sending the same purchase again finds out. */
export class UnknownOutcomeError extends PaymentFailedError {
  constructor(text: string) {
    super({}, text);
    this.name = "UnknownOutcome";
  }
}

function placedOrder(answer: CheckoutAnswer, email: string): PlacedOrder {
  const { order_id: id, order_key: key, shipping_address: shipping } = answer;
  return { id, key, email, shipping: { ...shipping, email: "" } };
}

/** Path of the request: a new order from the cart, or the payment of an existing one. */
function path(order: PlacedOrder | null): string {
  if (!order) return "/checkout";
  return `/checkout/${order.id}?${new URLSearchParams({ key: order.key, billing_email: order.email })}`;
}

/** Whether the server may have processed the request although its response is missing. */
const isUnknown = ({ code, status }: StoreApiError): boolean =>
  code === "network" || code === "invalid_json" || status >= 500;

/**
 * Sends an order under the idempotency key of its purchase, and retries once if the response is lost. No purchase is paid twice.
 */
async function sendOrder(
  path: string,
  body: unknown,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<CheckoutAnswer> {
  const keyedHeaders = { ...headers, "Idempotency-Key": purchaseKey() };
  const send = () => storeRequest<CheckoutAnswer>("POST", path, body, signal, keyedHeaders);
  const isLost = (error: unknown) => error instanceof StoreApiError && isUnknown(error);
  try {
    const answer = await send().catch((error: unknown) => {
      if (!isLost(error) || signal?.aborted) throw error;
      return send();
    });
    forgetPurchaseKey();
    return answer;
  } catch (error) {
    if (!isLost(error)) forgetPurchaseKey();
    throw error;
  }
}

/**
 * Places the cart's order, or pays `paid`, after the server has normalised the addresses. Resolves to the next step. An order
 * that an earlier attempt at this purchase placed is found again (`order` is then `null`) and is not paid again. Throws a
 * `PaymentFailedError`: an `UnpaidOrderError` if the order is placed but unpaid, an `UnknownOutcomeError` if no response arrived.
 */
export async function placeExpressOrder(
  form: ExpressOrderForm,
  settings: ExpressSettings,
  calls: ExpressCalls,
  lang: Lang,
  paid: PlacedOrder | null,
  signal?: AbortSignal,
): Promise<{ next: Next; order: PlacedOrder | null }> {
  const order = buildOrder(form, settings, lang);
  const { method, ...shipping } = order.shipping_address;
  const addresses = await calls
    .normaliseAddresses(
      {
        billing_address: order.billing_address,
        shipping_address: paid?.shipping ?? { ...shipping, email: "" },
      },
      signal,
    )
    .catch((error: unknown) => {
      // Nothing that could have been paid was sent.
      throw signal?.aborted ? new PaymentFailedError({}, core().networkMessage("timeout", lang)) : error;
    });
  const { email: _none, ...destination } = addresses.shipping_address;
  const body = {
    ...order,
    billing_address: addresses.billing_address,
    shipping_address: { ...destination, method },
  };
  const email = paid?.email ?? body.billing_address.email ?? "";
  let answer: CheckoutAnswer;
  try {
    answer = await sendOrder(path(paid), body, calls.orderHeaders(), signal);
  } catch (error) {
    const found = earlierOrder(error);
    if (found) return { next: { next: "page", path: found }, order: null };
    throw toPaymentError(error, email, paid, lang, signal);
  }
  const result = answer.payment_result;
  const next = core().afterExpressOrder(window.location.origin, {
    payment_status: result?.payment_status ?? "",
    redirect_url: result?.redirect_url ?? "",
    redirect: detail(answer, "redirect"),
    sandbox_origin: settings.stripe.sandbox_origin,
  });
  const placed = paid ?? placedOrder(answer, email);
  if (next.next === "error") throw new UnpaidOrderError(placed, errorMessage(answer, {}, lang));
  return { next, order: placed };
}

const detail = (answer: CheckoutAnswer, key: string): string =>
  answer.payment_result?.payment_details.find((one) => one.key === key)?.value ?? "";

interface ErrorDetails {
  code?: string;
  message?: string;
  params?: Record<string, string>;
}

/** Builds the error message: the server's sentences for each parameter, its general message, or the payment's message. */
function errorMessage(
  answer: CheckoutAnswer,
  { code = "", message = "", params = {} }: ErrorDetails,
  lang: Lang,
): string {
  const failure = { code, params, message, payment_message: detail(answer, "errorMessage") };
  return core().expressOrderMessage(failure, lang);
}

/**
 * Path of the order page that an earlier attempt with the same key led to; `null` if the request was refused for another reason.
 */
function earlierOrder(error: unknown): string | null {
  if (!(error instanceof StoreApiError) || error.code !== "order_already_placed") return null;
  return typeof error.data.order_path === "string" ? error.data.order_path : null;
}

function toPaymentError(
  error: unknown,
  email: string,
  paid: PlacedOrder | null,
  lang: Lang,
  signal?: AbortSignal,
): unknown {
  if (!(error instanceof StoreApiError)) return error;
  if (isUnknown(error)) {
    const late = signal?.aborted ? "timeout" : "other";
    const network = core().networkMessage(navigator.onLine ? late : "offline", lang);
    const unknown = core().messageText("express_outcome_unknown", {}, lang);
    return new UnknownOutcomeError(
      [error.code === "network" ? network : "", unknown].filter(Boolean).join("\n"),
    );
  }
  const answer = error.data as unknown as CheckoutAnswer;
  const { params } = error.data as Pick<ErrorDetails, "params">;
  // If only the payment was refused, the response contains the placed order.
  const placed = "payment_result" in error.data && answer.order_id ? placedOrder(answer, email) : null;
  const code = placed ? "" : error.code;
  const text = errorMessage(answer, { code, message: error.message, params }, lang);
  const order = paid ?? placed;
  return order ? new UnpaidOrderError(order, text) : new PaymentFailedError({}, text);
}
