import type { AddressView, CheckoutAnswer, InvoiceForm } from "../core/types.ts";
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
  /** What the shop asks for beside the platform's own fields. */
  extensions?: {
    bottega: { invoice: InvoiceForm; extra_fields: Record<string, string>; age_confirmed: boolean };
  };
}

/** Places the order. `attempt` names this try: sent again with the same body it gives the same order. */
export const placeOrder = (body: CheckoutBody, attempt: string) =>
  storeRequest<CheckoutAnswer>("POST", "/checkout", body, undefined, { "Idempotency-Key": attempt });
