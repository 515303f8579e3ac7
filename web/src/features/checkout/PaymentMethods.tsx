import { useEffect, useMemo } from "react";
import forms from "../../components/form.module.css";
import { note } from "../../context/analytics/notes.ts";
import { dueNow } from "../../context/cart/dueNow.ts";
import { useLang, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { CheckoutPage } from "../../core/types.ts";
import { billingDetails } from "../../payments/billing.ts";
import { PaymentAlert } from "../../payments/PaymentAlert.tsx";
import { PaymentChoices } from "../../payments/PaymentChoices.tsx";
import type { Payments } from "../../payments/usePayments.ts";
import { paymentTitle } from "./chosen.ts";
import type { Checkout } from "./useCheckout.ts";
import type { Review } from "./useTotalsRefresh.ts";

interface PaymentMethodsProps {
  page: CheckoutPage;
  checkout: Checkout;
  review: Review;
  payments: Payments | null;
}

/**
 * The payment methods; the description of the chosen one is shown under it. A change refreshes the totals, as methods may have a
 * fee.
 */
export function PaymentMethods({ page, checkout, review, payments }: PaymentMethodsProps) {
  const words = useWords("checkout");
  const lang = useLang();
  const { cart, form, change, errorOf } = checkout;
  const { billing, create_account, payment_method: chosen } = form;
  const demanded = page.rules.account === "required";
  const payer = useMemo(
    () => ({ billing: billingDetails(billing), createsAccount: create_account || demanded }),
    [billing, create_account, demanded],
  );
  // A method that does not fit the country is hidden; one whose credit limit is exhausted shows the reason. Either is deselected.
  const { credit } = page;
  const unavailableReason = (method: string) => {
    const error = credit && core().creditRefusal(method, credit, dueNow(cart), lang);
    return error ? core().messageText(error.code, error.params, lang) : "";
  };
  const isUnavailable =
    chosen !== "" &&
    (Boolean(payments?.isHidden(chosen, billing.country)) || unavailableReason(chosen) !== "");
  useEffect(() => {
    if (isUnavailable) change({ payment_method: "" });
  }, [isUnavailable, change]);
  if (!cart.needs_payment) return <p className={forms.note}>{words.freeOrder}</p>;
  return (
    <>
      {payments && page.form_kind === "block" && <PaymentAlert payments={payments} />}
      <PaymentChoices
        methods={page.payment_methods}
        chosen={chosen}
        error={errorOf("payment_method")}
        unavailableReason={unavailableReason}
        payments={payments}
        payer={payer}
        onChoose={(method) => {
          change({ payment_method: method });
          note({ kind: "payment", cart, type: paymentTitle(page, method) });
          payments?.dismiss();
          // The block form sends its choices with a call of its own (`useBlockChoices`).
          if (page.form_kind === "classic") void review("payment_method", { payment_method: method });
        }}
      />
    </>
  );
}
