import forms from "../../components/form.module.css";
import { TermsText } from "../../components/forms/TermsText.tsx";
import { Recurring } from "../../components/Recurring.tsx";
import { RequiredCheckbox } from "../../components/RequiredCheckbox.tsx";
import { useCart } from "../../context/cart/useCart.ts";
import { useFormat, useLang, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { CheckoutPage } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Link } from "../../ui/Link.tsx";
import styles from "./CheckoutPageView.module.css";
import type { Checkout } from "./useCheckout.ts";

/**
 * The terms and the order button, which must follow the summary and state the obligation to pay (Codice del consumo art. 51).
 * They refer to the form by its id, as they are outside of it.
 */
export function FinishOrder({ page, checkout }: { page: CheckoutPage; checkout: Checkout }) {
  const words = useWords("checkout");
  const lang = useLang();
  const format = useFormat();
  const { cart, form, rules, errorOf, change, leave, submitting, weak } = checkout;
  const pending = useCart().pending > 0;
  return (
    <div className={styles.finish}>
      <p className={forms.note}>
        {words.privacyNote}{" "}
        <Link href={page.privacy_path} target="_blank" rel="noopener">
          {words.privacy}
          <span className="visuallyHidden"> ({words.newTabHint})</span>
        </Link>
        .
      </p>
      {rules.min_age_years !== null && (
        <RequiredCheckbox
          name="age_confirmed"
          form="cassa"
          ticked={form.age_confirmed}
          error={errorOf("age_confirmed")}
          onChange={(age_confirmed) => {
            change({ age_confirmed });
            leave("age_confirmed");
          }}
          onLeave={() => leave("age_confirmed")}
        >
          {core().messageText("age_confirm", { years: String(rules.min_age_years) }, lang)}
        </RequiredCheckbox>
      )}
      {rules.has_files && (
        <label className={forms.check}>
          <input
            type="checkbox"
            id="files_consent"
            name="files_consent"
            value="1"
            form="cassa"
            checked={form.files_consent}
            onChange={(event) => change({ files_consent: event.currentTarget.checked })}
          />
          <span>{core().messageText("files_consent", {}, lang)}</span>
        </label>
      )}
      {rules.terms_required && (
        <RequiredCheckbox
          name="terms"
          form="cassa"
          ticked={form.terms}
          error={errorOf("terms")}
          onChange={(terms) => {
            change({ terms });
            leave("terms");
          }}
          onLeave={() => leave("terms")}
          below={<TermsText path={page.terms_path} label={words.readTerms} />}
        >
          {words.acceptTerms} {words.terms}
        </RequiredCheckbox>
      )}
      <Recurring cart={cart} />
      <button
        type="submit"
        form="cassa"
        name="woocommerce_checkout_place_order"
        value="1"
        className={`${button.button} ${button.large} ${button.wide} ${styles.place}`}
        disabled={weak}
        aria-disabled={submitting || undefined}
      >
        {submitting ? words.placingOrder : words.placeOrder}
        {!submitting && !pending && (
          <span className={styles.amount}>{format.minor(cart.totals.total_price)}</span>
        )}
      </button>
      <p className="visuallyHidden" role="status">
        {submitting ? words.placingOrder : ""}
      </p>
    </div>
  );
}
