import type { AddressView, AttributionFields, CheckoutAnswer, InvoiceForm } from "../core/types.ts";
import { StoreApiError, storeRequest } from "./storeApi.ts";

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
    /** Where the buyer came from. */
    "woocommerce/order-attribution": AttributionFields;
    bottega: {
      invoice: InvoiceForm;
      /** The buyer's VAT number as typed; none: it is not asked for. */
      vat_number: string | undefined;
      extra_fields: Record<string, string>;
      /** The buyer's own reference; dropped where the shop does not ask for one. */
      buyer_reference: string;
      /** Wished day of delivery, `2026-12-02`; empty: as soon as possible. */
      delivery_day: string;
      age_confirmed: boolean;
      terms: boolean;
      files_consent: boolean;
      /** What the page showed as to be paid now, in minor units. */
      due_now_cents: number;
    };
  };
}

/** Places the order. `attempt` names this try: sent again with the same body it gives the same order. An order whose payment was
 * refused is an answer too: `paymentRefusal` reads it. */
export async function placeOrder(body: CheckoutBody, attempt: string): Promise<CheckoutAnswer> {
  try {
    return await storeRequest<CheckoutAnswer>("POST", "/checkout", body, undefined, {
      "Idempotency-Key": attempt,
    });
  } catch (error) {
    if (error instanceof StoreApiError && "payment_result" in error.data) {
      return error.data as unknown as CheckoutAnswer;
    }
    throw error;
  }
}

/** Why the payment of a placed order was refused, in the server's words (which may be missing); `null`: it was not. */
export function paymentRefusal({ payment_result: result }: CheckoutAnswer): string | null {
  if (!result || !["failure", "error"].includes(result.payment_status)) return null;
  return result.payment_details.find((detail) => detail.key === "errorMessage")?.value ?? "";
}
