// From what a wallet gives to an order of the store API, and what becomes of it.

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
import { PaymentRefusal } from "../errors.ts";
import type { ExpressCalls, OrderAddress } from "./calls.ts";
import { forgetPurchaseKey, purchaseKey } from "./purchaseKey.ts";

/** The order that a form makes. Throws what the wallet's data lack, a sentence a line. */
function orderOf(form: ExpressOrderForm, settings: ExpressSettings, lang: Lang): ExpressOrder {
  const answer = core().expressOrder(form, {
    shipped_to: settings.allowed_shipping_countries,
    needs_shipping: form.needs_shipping ?? false,
    phone: settings.checkout.needs_payer_phone ? "required" : "optional",
  } as Parameters<ReturnType<typeof core>["expressOrder"]>[1]);
  if (answer.kind === "order") return answer.order;
  const sentences = answer.errors.map(({ code, params }) => core().messageText(code, params, lang));
  throw new PaymentRefusal({}, [...new Set(sentences)].join("\n"));
}

/** An order that is placed already. */
export interface PlacedOrder {
  id: number;
  key: string;
  email: string;
  shipping: OrderAddress;
}

/** The order of a page that pays one. */
export function orderOfPage({ pay_for_order: paid }: ExpressSettings): PlacedOrder | null {
  if (!paid) return null;
  const { orderKey, billingEmail, shippingAddress } = paid.orderDetails;
  return { id: paid.order, key: orderKey, email: billingEmail, shipping: shippingAddress };
}

/** The order is placed, its payment failed: another card can pay it. */
export class UnpaidOrder extends PaymentRefusal {
  readonly order: PlacedOrder;

  constructor(order: PlacedOrder, text: string) {
    super({}, text);
    this.name = "UnpaidOrder";
    this.order = order;
  }
}

/** No response: the order may have been placed and paid, or not. The same purchase sent again finds out. */
export class UnknownOutcome extends PaymentRefusal {
  constructor(text: string) {
    super({}, text);
    this.name = "UnknownOutcome";
  }
}

function placedBy(answer: CheckoutAnswer, email: string): PlacedOrder {
  const { order_id: id, order_key: key, shipping_address: shipping } = answer;
  return { id, key, email, shipping: { ...shipping, email: "" } };
}

/** Where an order is sent: a new one of the cart, or the one that is paid. */
function path(order: PlacedOrder | null): string {
  if (!order) return "/checkout";
  return `/checkout/${order.id}?${new URLSearchParams({ key: order.key, billing_email: order.email })}`;
}

/** Whether a request may have been carried out although its response is missing. */
const isUnknown = ({ code, status }: StoreApiError): boolean =>
  code === "network" || code === "invalid_json" || status >= 500;

/** Sends an order under the key of its purchase, and once more where the response was lost: no purchase is paid twice. */
async function sendOrder(
  path: string,
  body: unknown,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<CheckoutAnswer> {
  const named = { ...headers, "Idempotency-Key": purchaseKey() };
  const send = () => storeRequest<CheckoutAnswer>("POST", path, body, signal, named);
  const lost = (error: unknown) => error instanceof StoreApiError && isUnknown(error);
  try {
    const answer = await send().catch((error: unknown) => {
      if (!lost(error) || signal?.aborted) throw error;
      return send();
    });
    forgetPurchaseKey();
    return answer;
  } catch (error) {
    if (!lost(error)) forgetPurchaseKey();
    throw error;
  }
}

/**
 * Places the cart's order, or pays `paid`, addresses normalised by the server first; gives what comes next. An order that an earlier
 * try of this purchase placed is found again (`order` is `null` then) and is not paid again. Throws a `PaymentRefusal`; an
 * `UnpaidOrder` where the order is placed now, an `UnknownOutcome` where no response came.
 */
export async function placeExpressOrder(
  form: ExpressOrderForm,
  settings: ExpressSettings,
  calls: ExpressCalls,
  lang: Lang,
  paid: PlacedOrder | null,
  signal?: AbortSignal,
): Promise<{ next: Next; order: PlacedOrder | null }> {
  const order = orderOf(form, settings, lang);
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
      // Nothing was sent that could have been paid.
      throw signal?.aborted ? new PaymentRefusal({}, core().networkMessage("timeout", lang)) : error;
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
    throw refusal(error, email, paid, lang, signal);
  }
  const result = answer.payment_result;
  const next = core().afterExpressOrder(window.location.origin, {
    payment_status: result?.payment_status ?? "",
    redirect_url: result?.redirect_url ?? "",
    redirect: detail(answer, "redirect"),
    sandbox_origin: settings.stripe.sandbox_origin,
  });
  const placed = paid ?? placedBy(answer, email);
  if (next.next === "error") throw new UnpaidOrder(placed, sentence(answer, {}, lang));
  return { next, order: placed };
}

const detail = (answer: CheckoutAnswer, key: string): string =>
  answer.payment_result?.payment_details.find((one) => one.key === key)?.value ?? "";

interface Told {
  code?: string;
  message?: string;
  params?: Record<string, string>;
}

/** What went wrong, in words: the server's for each parameter, its message, or the payment's. */
function sentence(
  answer: CheckoutAnswer,
  { code = "", message = "", params = {} }: Told,
  lang: Lang,
): string {
  const failure = { code, params, message, payment_message: detail(answer, "errorMessage") };
  return core().expressOrderMessage(failure, lang);
}

/** Path of the page of the order that an earlier try with the same key placed; `null`: the request was refused for another reason. */
function earlierOrder(error: unknown): string | null {
  if (!(error instanceof StoreApiError) || error.code !== "order_already_placed") return null;
  return typeof error.data.order_path === "string" ? error.data.order_path : null;
}

function refusal(
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
    return new UnknownOutcome([error.code === "network" ? network : "", unknown].filter(Boolean).join("\n"));
  }
  const answer = error.data as unknown as CheckoutAnswer;
  const { params } = error.data as Pick<Told, "params">;
  // An order whose payment was refused is answered as an order.
  const placed = "payment_result" in error.data && answer.order_id ? placedBy(answer, email) : null;
  const code = placed ? "" : error.code;
  const text = sentence(answer, { code, message: error.message, params }, lang);
  const order = paid ?? placed;
  return order ? new UnpaidOrder(order, text) : new PaymentRefusal({}, text);
}
