import type { StoreApiError } from "../../api/storeApi.ts";
import type { AddressKind, CheckoutForm } from "../../core/types.ts";

/** The server's errors about an order, by field name; those about the whole order are under "". */
export type ServerErrors = Record<string, string>;

const FIELD_BY_CODE: Record<string, string> = {
  woocommerce_rest_missing_email_address: "billing_email",
  woocommerce_rest_invalid_email_address: "billing_email",
  woocommerce_rest_invalid_shipping_option: "shipping_method",
  woocommerce_rest_checkout_missing_payment_method: "payment_method",
  woocommerce_rest_checkout_payment_method_disabled: "payment_method",
  age_required: "age_confirmed",
  terms_required: "terms",
  "registration-error-missing-password": "account_password",
};

const ADDRESS_FIELD_BY_CODE: Record<string, string> = {
  invalid_country: "country",
  invalid_state: "state",
  invalid_postcode: "postcode",
  invalid_phone: "phone",
  invalid_email: "email",
};

interface Detail {
  code?: string;
  message?: string;
}

/** Assigns the errors of a refused order to their fields. */
export function serverErrors(error: StoreApiError, form: CheckoutForm, networkText: string): ServerErrors {
  if (error.code === "network") return { "": networkText };
  const found: ServerErrors = {};
  const details = (error.data.details ?? {}) as Record<string, Detail>;
  for (const [param, detail] of Object.entries(details)) {
    const kind: AddressKind =
      param === "shipping_address" && form.ship_to_different_address ? "shipping" : "billing";
    const field = ADDRESS_FIELD_BY_CODE[detail.code ?? ""];
    const name = param.endsWith("_address") ? (field ? `${kind}_${field}` : "") : param;
    found[name] = detail.message ?? error.message;
  }
  const groups = (error.data.errors ?? {}) as Record<string, string[]>;
  const sentences = Object.values(groups).flat();
  if (sentences.length > 0) found[""] = [...new Set(sentences)].join(" ");
  if (Object.keys(found).length === 0) found[FIELD_BY_CODE[error.code] ?? ""] = error.message || networkText;
  return found;
}
