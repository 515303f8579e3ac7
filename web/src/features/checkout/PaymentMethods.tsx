import { useWords } from "../../app/PageContext.tsx";
import forms from "../../components/form.module.css";
import type { CheckoutPage } from "../../core/types.ts";
import { PaymentChoices } from "./PaymentChoices.tsx";
import type { Checkout } from "./useCheckout.ts";
import type { Review } from "./useTotalsRefresh.ts";

interface PaymentMethodsProps {
  page: CheckoutPage;
  checkout: Checkout;
  review: Review;
}

/** The ways to pay; the chosen one's description shows under it. A change asks for the sums again, as it may have a fee. */
export function PaymentMethods({ page, checkout, review }: PaymentMethodsProps) {
  const words = useWords();
  const { cart, form, change, errorOf } = checkout;
  if (!cart.needs_payment) return <p className={forms.note}>{words.freeOrder}</p>;
  return (
    <PaymentChoices
      methods={page.payment_methods}
      chosen={form.payment_method}
      error={errorOf("payment_method")}
      onChoose={(method) => {
        change({ payment_method: method });
        // The block form tells its choices by a call of its own (`useBlockChoices`).
        if (page.form_kind === "classic") void review("payment_method", { payment_method: method });
      }}
    />
  );
}
