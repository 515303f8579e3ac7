import { placeOrder } from "../../api/checkout.ts";
import { attributionNow } from "../../context/attribution.ts";
import { dueNow } from "../../context/cart/dueNow.ts";
import type {
  Cart,
  CheckoutForm,
  CheckoutPage,
  CheckoutRules,
  FieldError,
  InvoiceForm,
} from "../../core/types.ts";
import { destination } from "./formFields.ts";

/** Everything that an order is built from. */
export interface OrderInput {
  cart: Cart;
  form: CheckoutForm;
  invoice: InvoiceForm;
  rules: CheckoutRules;
  /** The VAT number as typed; `undefined` if it is not requested. */
  vat_number: string | undefined;
  /** The errors of the VAT number. */
  vatErrors: readonly FieldError[];
}

/** Sends the block form's order with the provider's fields. */
export function placeBlockOrder(
  page: CheckoutPage,
  { cart, form, invoice, rules, vat_number }: OrderInput,
  paid: Record<string, string>,
) {
  const { email: _email, ...shipping } = destination(form);
  return placeOrder(
    {
      billing_address: form.billing,
      shipping_address: shipping,
      customer_note: form.order_comments,
      payment_method: cart.needs_payment ? form.payment_method : "",
      payment_data: Object.entries(paid).map(([key, value]) => ({ key, value })),
      create_account: form.create_account || rules.account === "required",
      customer_password: form.account_password || undefined,
      extensions: {
        "woocommerce/order-attribution": attributionNow(),
        bottega: {
          invoice,
          vat_number,
          extra_fields: form.extra,
          buyer_reference: form.buyer_reference,
          delivery_day: form.delivery_day,
          age_confirmed: form.age_confirmed,
          terms: form.terms,
          files_consent: form.files_consent,
          due_now_cents: dueNow(cart),
        },
      },
    },
    page.attempt,
  );
}
