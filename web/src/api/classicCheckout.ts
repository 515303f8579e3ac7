// The classic calls of the checkout: answers as the platform's own scripts know them.

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

/** What the calls answer, as far as pages use it. */
export interface ClassicAnswer {
  result: string;
  redirect: string;
  reload: boolean;
  refresh: boolean;
  messages: string;
  /** Parts of the page by their selectors, for scripts that put them in place. */
  fragments: Record<string, string>;
}

function answered(value: unknown): ClassicAnswer {
  const answer = (value ?? {}) as Partial<ClassicAnswer>;
  return {
    result: answer.result ?? "",
    redirect: answer.redirect ?? "",
    reload: answer.reload === true,
    refresh: answer.refresh === true,
    messages: answer.messages ?? "",
    fragments: answer.fragments ?? {},
  };
}

function place(prefix: string, address: Address): [string, string][] {
  return [
    [`${prefix}country`, address.country],
    [`${prefix}state`, address.state],
    [`${prefix}postcode`, address.postcode],
    [`${prefix}city`, address.city],
    [`${prefix}address`, address.address_1],
    [`${prefix}address_2`, address.address_2],
  ];
}

/** Asks for the order's review with what the form holds now. */
export async function updateOrderReview(
  nonce: string,
  form: CheckoutForm,
  fullAddress: boolean,
  serialized: string,
): Promise<ClassicAnswer> {
  const elsewhere = form.ship_to_different_address ? form.shipping : form.billing;
  const fields = new URLSearchParams([
    ["security", nonce],
    ["payment_method", form.payment_method],
    ...place("", form.billing),
    ...place("s_", elsewhere),
    ["has_full_address", String(fullAddress)],
    ["post_data", serialized],
    ...Object.entries(form.shipping_method).map(([at, rate]): [string, string] => [
      `shipping_method[${at}]`,
      rate,
    ]),
  ]);
  return answered(await call("update_order_review", fields));
}

/** Tells the chosen payment; whether the form is to ask for its review anew. */
export async function updatePaymentMethod(nonce: string, method: string): Promise<boolean> {
  const fields = new URLSearchParams({ payment_method: method, _wpnonce: nonce });
  return Boolean(await call("wbte_sc_update_payment_method_on_session", fields));
}

/** Tells the chosen payment and delivery of the block form. */
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

/** Sends the whole form. */
export async function placeClassicOrder(form: HTMLFormElement): Promise<ClassicAnswer> {
  return answered(await call("checkout", serialized(form)));
}

/** The fields of a form as they would be sent. */
export function serialized(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") fields.append(name, value);
  }
  return fields;
}
