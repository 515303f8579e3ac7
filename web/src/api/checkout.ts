import type { AddressView, Cart, CheckoutAnswer } from "../core/types.ts";
import { storeRequest } from "./storeApi.ts";

/** The order as the store API takes it. */
export interface CheckoutBody {
  billing_address: Partial<AddressView>;
  shipping_address: Partial<AddressView>;
  customer_note: string;
  payment_method: string;
  payment_data: { key: string; value: string | boolean }[];
  create_account?: boolean;
  customer_password?: string;
}

/** Places the order. */
export const placeOrder = (body: CheckoutBody) => storeRequest<CheckoutAnswer>("POST", "/checkout", body);

/** Tells the shop the way of payment, as it may have a fee; the answer holds the cart with its new sums. */
export const choosePayment = (method: string) =>
  storeRequest<{ __experimentalCart: Cart | null }>("PUT", "/checkout?__experimental_calc_totals=true", {
    payment_method: method,
  });
