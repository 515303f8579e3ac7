import { useState } from "react";
import { useFormat, useWords } from "../../app/PageContext.tsx";
import button from "../../components/button.module.css";
import forms from "../../components/form.module.css";
import { Notices } from "../../components/Notices.tsx";
import { RequiredTick } from "../../components/RequiredTick.tsx";
import type { OrderPayPage } from "../../core/types.ts";
import { ErrorSummary } from "../checkout/ErrorSummary.tsx";
import { PaymentChoices } from "../checkout/PaymentChoices.tsx";
import { TermsText } from "../checkout/TermsText.tsx";
import { OrderContent, OrderFacts } from "./OrderContent.tsx";
import styles from "./OrderPageView.module.css";
import { useOrderWords } from "./words.ts";

/** An order that is placed and to be paid: what it holds, then how to pay. The form is sent as a plain one. */
export function OrderPayView({ page }: { page: OrderPayPage }) {
  const words = useOrderWords();
  const own = { ...page.order, payment_details: [], payment_instructions: "", payment_title: "" };
  return (
    <article className={styles.order}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{words.payTitle(page.order.number)}</h1>
        {page.payable && <p>{page.part ? words.payPartIntro(page.part) : words.payIntro}</p>}
      </header>
      <Notices notices={page.notices} />
      <ErrorSummary errors={page.errors} attempts={page.errors.length > 0 ? 1 : 0} />
      <OrderFacts page={own} />
      <OrderContent page={own} />
      {page.payable ? <PayForm page={page} /> : <WaysOn page={page} />}
    </article>
  );
}

function PayForm({ page }: { page: OrderPayPage }) {
  const words = useOrderWords();
  const common = useWords();
  const format = useFormat();
  const [method, setMethod] = useState(page.payment_method);
  const errorOf = (field: string) => page.errors.find((error) => error.field === field)?.text ?? "";
  return (
    <form className={forms.form} method="post" action={page.action} noValidate>
      <input type="hidden" name="woocommerce_pay" value="1" />
      <input type="hidden" name="woocommerce-pay-nonce" value={page.nonce} />
      <h2>{words.payHow}</h2>
      <PaymentChoices
        methods={page.payment_methods}
        chosen={method}
        error={errorOf("payment_method")}
        onChoose={setMethod}
      />
      <p className={forms.note}>
        {common.privacyNote}{" "}
        <a href={page.privacy_path} target="_blank" rel="noopener">
          {common.privacy}
          <span className="visuallyHidden"> ({common.newTabHint})</span>
        </a>
        .
      </p>
      {page.terms_required && (
        <div>
          <RequiredTick
            name="terms"
            ticked={page.terms}
            error={errorOf("terms")}
            below={<TermsText path={page.terms_path} label={common.readTerms} />}
          >
            {common.acceptTerms} {common.terms}
          </RequiredTick>
        </div>
      )}
      <button type="submit" className={`${button.button} ${button.large} ${button.wide}`}>
        {page.part || words.payButton} <span>{format.price(page.total_cents)}</span>
      </button>
    </form>
  );
}

function WaysOn({ page }: { page: OrderPayPage }) {
  const words = useOrderWords();
  const common = useWords();
  return (
    <p className={forms.actions}>
      <a className={button.button} href={page.order_path}>
        {words.showOrder}
      </a>
      <a href="/negozio/">{common.continueShopping}</a>
    </p>
  );
}
