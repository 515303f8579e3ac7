import { useEffect, useMemo, useState } from "react";
import forms from "../../components/form.module.css";
import { ErrorSummary } from "../../components/forms/ErrorSummary.tsx";
import { TermsText } from "../../components/forms/TermsText.tsx";
import { OrderContent, OrderFacts } from "../../components/order/OrderContent.tsx";
import { RequiredCheckbox } from "../../components/RequiredCheckbox.tsx";
import { useFormat, useWords } from "../../context/PageContext.tsx";
import type { OrderPayPage } from "../../core/types.ts";
import { customerBilling } from "../../payments/billing.ts";
import { ExpressArea } from "../../payments/express/ExpressArea.tsx";
import { PaymentChoices } from "../../payments/PaymentChoices.tsx";
import { PaymentOverlay } from "../../payments/PaymentOverlay.tsx";
import { sendForm } from "../../payments/sendForm.ts";
import { type Payments, usePayments } from "../../payments/usePayments.ts";
import button from "../../ui/button.module.css";
import { Form, Link } from "../../ui/Link.tsx";
import { Notices } from "../../ui/Notices.tsx";
import styles from "./OrderPageView.module.css";

/**
 * The page that pays a placed order: its contents, then the payment methods. A plain form, to which the payment provider's
 * methods add their fields.
 */
export function OrderPayView({ page }: { page: OrderPayPage }) {
  const words = useWords("order");
  const payments = usePayments(page.gateway);
  const failed = payments?.failed ?? null;
  const errors = failed ? [...page.errors, { field: "", text: failed.text }] : page.errors;
  const attempts = (page.errors.length > 0 ? 1 : 0) + (failed?.count ?? 0);
  const own = { ...page.order, payment_details: [], payment_instructions: "", payment_title: "" };
  return (
    <article className={styles.order}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{words.payTitle(page.order.number)}</h1>
        {page.payable && <p>{page.part ? words.payPartIntro(page.part) : words.payIntro}</p>}
      </header>
      <Notices notices={page.notices} />
      <ErrorSummary errors={errors} attempts={attempts} />
      <OrderFacts page={own} />
      <OrderContent page={own} />
      {page.payable && (
        <ExpressArea settings={page.express} placement={{ kind: "order_pay" }} onFailure={payments?.fail} />
      )}
      {page.payable ? <PayForm page={page} payments={payments} /> : <NextSteps page={page} />}
      <PaymentOverlay payments={payments} />
    </article>
  );
}

function PayForm({ page, payments }: { page: OrderPayPage; payments: Payments | null }) {
  const words = useWords("order");
  const format = useFormat();
  const [method, setMethod] = useState(page.payment_method);
  const errorOf = (field: string) => page.errors.find((error) => error.field === field)?.text ?? "";
  const payer = useMemo(
    () => page.gateway && { billing: customerBilling(page.gateway), createsAccount: false },
    [page.gateway],
  );
  // Methods that cannot pay this order are neither shown nor preselected.
  const isUnavailable =
    method !== "" && Boolean(payments?.isHidden(method, payer?.billing.address.country ?? ""));
  useEffect(() => {
    if (isUnavailable) setMethod("");
  }, [isUnavailable]);
  return (
    <Form
      className={forms.form}
      method="post"
      action={page.action}
      noValidate
      aria-busy={payments?.processing}
      onSubmit={(event) => void sendForm(event, payments, method)}
    >
      <input type="hidden" name="woocommerce_pay" value="1" />
      <input type="hidden" name="woocommerce-pay-nonce" value={page.nonce} />
      <input type="hidden" name="instalment" value={page.instalment ?? ""} />
      <h2>{words.payHow}</h2>
      <PaymentChoices
        methods={page.payment_methods}
        chosen={method}
        error={errorOf("payment_method")}
        onChoose={setMethod}
        payments={payments}
        payer={payer}
      />
      <p className={forms.note}>
        {words.privacyNote}{" "}
        <Link href={page.privacy_path} target="_blank" rel="noopener">
          {words.privacy}
          <span className="visuallyHidden"> ({words.newTabHint})</span>
        </Link>
        .
      </p>
      {page.terms_required && (
        <div>
          <RequiredCheckbox
            name="terms"
            ticked={page.terms}
            error={errorOf("terms")}
            below={<TermsText path={page.terms_path} label={words.readTerms} />}
          >
            {words.acceptTerms} {words.terms}
          </RequiredCheckbox>
        </div>
      )}
      <button type="submit" className={`${button.button} ${button.large} ${button.wide}`}>
        {page.total_cents > 0 ? (
          <>
            {page.part || words.payButton} <span>{format.price(page.total_cents)}</span>
          </>
        ) : (
          words.keepButton
        )}
      </button>
    </Form>
  );
}

function NextSteps({ page }: { page: OrderPayPage }) {
  const words = useWords("order");
  return (
    <p className={forms.actions}>
      <Link className={button.button} href={page.order_path}>
        {words.showOrder}
      </Link>
      <Link href="/negozio/">{words.continueShopping}</Link>
    </p>
  );
}
