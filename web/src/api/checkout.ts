import type { AddressView, AttributionFields, CheckoutAnswer, InvoiceForm } from "../core/types.ts";
import { StoreApiError, storeRequest } from "./storeApi.ts";

/** Request body of the store API's checkout. */
export interface CheckoutBody {
  billing_address: Partial<AddressView>;
  shipping_address: Partial<AddressView>;
  customer_note: string;
  payment_method: string;
  payment_data: { key: string; value: string | boolean }[];
  create_account?: boolean;
  customer_password?: string;
  /** The shop's own fields, which the platform does not have. */
  extensions?: {
    /** Traffic source of the buyer's visit. */
    "woocommerce/order-attribution": AttributionFields;
    bottega: {
      invoice: InvoiceForm;
      /** The buyer's VAT number as entered; undefined if the form has no such field. */
      vat_number: string | undefined;
      extra_fields: Record<string, string>;
      /** The buyer's own reference; ignored if the shop does not offer the field. */
      buyer_reference: string;
      /** Requested delivery day, `2026-12-02`; empty for as soon as possible. */
      delivery_day: string;
      age_confirmed: boolean;
      terms: boolean;
      files_consent: boolean;
      /** Amount due now as the page showed it, in minor units. */
      due_now_cents: number;
    };
  };
}

/** Places the order. A repeated call with the same idempotency key and body returns the same order. An order whose payment was
 * declined is returned too; `paymentRefusal` reads the reason. */
export async function placeOrder(body: CheckoutBody, idempotencyKey: string): Promise<CheckoutAnswer> {
  try {
    return await storeRequest<CheckoutAnswer>("POST", "/checkout", body, undefined, {
      "Idempotency-Key": idempotencyKey,
    });
  } catch (error) {
    if (error instanceof StoreApiError && "payment_result" in error.data) {
      return error.data as unknown as CheckoutAnswer;
    }
    throw error;
  }
}

/** Returns the server's message (possibly empty) if the payment of a placed order was declined, `null` otherwise. */
export function paymentRefusal({ payment_result: result }: CheckoutAnswer): string | null {
  if (!result || !["failure", "error"].includes(result.payment_status)) return null;
  return result.payment_details.find((detail) => detail.key === "errorMessage")?.value ?? "";
}
