// The `wc-ajax` calls of the checkout, with responses in the form that the platform's own scripts expect.

import type { Address, CheckoutForm } from "../core/types.ts";
import { classicCall } from "./classicCall.ts";
import { StoreApiError } from "./storeApi.ts";

async function call(name: string, fields: URLSearchParams): Promise<unknown> {
  const text = await classicCall(name, fields);
  if (text === "") return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new StoreApiError("invalid_json", "", 200, {});
  }
}

/** Response of the calls, reduced to the fields that pages use. */
export interface ClassicResponse {
  result: string;
  redirect: string;
  reload: boolean;
  refresh: boolean;
  messages: string;
  /** HTML fragments by their CSS selectors, for scripts that insert them. */
  fragments: Record<string, string>;
}

function toClassicAnswer(value: unknown): ClassicResponse {
  const answer = (value ?? {}) as Partial<ClassicResponse>;
  return {
    result: answer.result ?? "",
    redirect: answer.redirect ?? "",
    reload: answer.reload === true,
    refresh: answer.refresh === true,
    messages: answer.messages ?? "",
    fragments: answer.fragments ?? {},
  };
}

function addressFields(prefix: string, address: Address): [string, string][] {
  return [
    [`${prefix}country`, address.country],
    [`${prefix}state`, address.state],
    [`${prefix}postcode`, address.postcode],
    [`${prefix}city`, address.city],
    [`${prefix}address`, address.address_1],
    [`${prefix}address_2`, address.address_2],
  ];
}

/** Requests a new order review for the form's current values. */
export async function updateOrderReview(
  nonce: string,
  form: CheckoutForm,
  fullAddress: boolean,
  serialized: string,
): Promise<ClassicResponse> {
  const destination = form.ship_to_different_address ? form.shipping : form.billing;
  const fields = new URLSearchParams([
    ["security", nonce],
    ["payment_method", form.payment_method],
    ...addressFields("", form.billing),
    ...addressFields("s_", destination),
    ["has_full_address", String(fullAddress)],
    ["post_data", serialized],
    ...Object.entries(form.shipping_method).map(([at, rate]): [string, string] => [
      `shipping_method[${at}]`,
      rate,
    ]),
  ]);
  return toClassicAnswer(await call("update_order_review", fields));
}

/** Sends the chosen payment method; returns whether the form must request a new review. */
export async function updatePaymentMethod(nonce: string, method: string): Promise<boolean> {
  const fields = new URLSearchParams({ payment_method: method, _wpnonce: nonce });
  return Boolean(await call("wbte_sc_update_payment_method_on_session", fields));
}

/** Sends the payment and delivery methods chosen in the block form. */
export async function setBlockCheckoutValues(nonce: string, form: CheckoutForm): Promise<void> {
  const fields = new URLSearchParams([
    ["_wpnonce", nonce],
    ["payment_method", form.payment_method],
    ...Object.entries(form.shipping_method).map(([at, rate]): [string, string] => [
      `shipping_method[${at}]`,
      rate,
    ]),
  ]);
  await call("wbte_sc_set_block_checkout_values", fields);
}

/** Submits the whole form. */
export async function placeClassicOrder(form: HTMLFormElement): Promise<ClassicResponse> {
  return toClassicAnswer(await call("checkout", serialized(form)));
}

/** Encodes a form's fields as the browser would submit them. */
export function serialized(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") fields.append(name, value);
  }
  return fields;
}
