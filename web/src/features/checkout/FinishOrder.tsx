import { useCart } from "../../app/cart/useCart.ts";
import { useFormat, useLang, useWords } from "../../app/PageContext.tsx";
import button from "../../components/button.module.css";
import { Recurring } from "../../components/Recurring.tsx";
import { core } from "../../core/core.ts";
import type { CheckoutPage } from "../../core/types.ts";
import styles from "./CheckoutPageView.module.css";
import { TermsText } from "./TermsText.tsx";
import type { Checkout } from "./useCheckout.ts";

/** The terms and the button that obliges to pay (Codice del consumo art. 51): after the summary, and saying so. They
 * belong to the form by its id, as they stand outside of it. */
export function FinishOrder({ page, checkout }: { page: CheckoutPage; checkout: Checkout }) {
  const words = useWords();
  const lang = useLang();
  const format = useFormat();
  const { cart, form, rules, errorOf, change, submitting } = checkout;
  const pending = useCart().pending > 0;
  return (
    <div className={styles.finish}>
      <p className={styles.note}>
        {words.privacyNote}{" "}
        <a href={page.privacy_path} target="_blank" rel="noopener">
          {words.privacy}
          <span className="visuallyHidden"> ({words.newTabHint})</span>
        </a>
        .
      </p>
      {rules.min_age_years !== null && (
        <>
          <label className={styles.check} data-invalid={errorOf("age_confirmed") ? "" : undefined}>
            <input
              type="checkbox"
              id="age_confirmed"
              name="age_confirmed"
              value="1"
              form="cassa"
              checked={form.age_confirmed}
              aria-required="true"
              aria-invalid={errorOf("age_confirmed") ? true : undefined}
              aria-describedby="age_confirmed-errore"
              onChange={(event) => change({ age_confirmed: event.currentTarget.checked })}
            />
            <span>{core().messageText("age_confirm", { years: String(rules.min_age_years) }, lang)}</span>
          </label>
          <p id="age_confirmed-errore" className={styles.error}>
            {errorOf("age_confirmed")}
          </p>
        </>
      )}
      {rules.terms_required && (
        <>
          <label className={styles.check} data-invalid={errorOf("terms") ? "" : undefined}>
            <input
              type="checkbox"
              id="terms"
              name="terms"
              value="1"
              form="cassa"
              checked={form.terms}
              aria-required="true"
              aria-invalid={errorOf("terms") ? true : undefined}
              aria-describedby="terms-errore"
              onChange={(event) => change({ terms: event.currentTarget.checked })}
            />
            <span>
              {words.acceptTerms} {words.terms}
            </span>
          </label>
          <TermsText path={page.terms_path} label={words.readTerms} />
          <p id="terms-errore" className={styles.error}>
            {errorOf("terms")}
          </p>
        </>
      )}
      <Recurring cart={cart} />
      <button
        type="submit"
        form="cassa"
        name="woocommerce_checkout_place_order"
        value="1"
        className={`${button.button} ${button.large} ${button.wide} ${styles.place}`}
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
