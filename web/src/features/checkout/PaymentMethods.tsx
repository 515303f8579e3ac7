import { readCart } from "../../api/cart.ts";
import { updatePaymentMethod } from "../../api/classicCheckout.ts";
import { changeCart } from "../../app/cart/cartStore.ts";
import { useWords } from "../../app/PageContext.tsx";
import type { CheckoutPage } from "../../core/types.ts";
import styles from "./CheckoutPageView.module.css";
import type { Checkout } from "./useCheckout.ts";

/** The ways to pay; the chosen one's description shows under it. A change asks for the sums again, as it may have a fee. */
export function PaymentMethods({ page, checkout }: { page: CheckoutPage; checkout: Checkout }) {
  const methods = page.payment_methods;
  const words = useWords();
  const { cart, form, change, errorOf } = checkout;
  if (!cart.needs_payment) return <p className={styles.note}>{words.freeOrder}</p>;
  return (
    <fieldset
      className={styles.choices}
      id="payment_method"
      tabIndex={-1}
      aria-describedby="payment_method-errore"
    >
      <legend className="visuallyHidden">{words.paymentMethod}</legend>
      {methods.length === 0 && <p className={styles.note}>{words.noPaymentMethods}</p>}
      {methods.map((method) => (
        <div key={method.id} className={styles.method}>
          <label className={styles.choice}>
            <input
              type="radio"
              name="payment_method"
              value={method.id}
              checked={form.payment_method === method.id}
              onChange={() => {
                change({ payment_method: method.id });
                // The block form tells its choices by a call of its own (`useBlockChoices`).
                if (page.form_kind === "classic")
                  void changeCart(() => chosen(page.choices_nonce, method.id));
              }}
            />
            <span>{method.title}</span>
          </label>
          {method.description && (
            <div className={styles.methodText}>
              <p>{method.description}</p>
            </div>
          )}
        </div>
      ))}
      <p id="payment_method-errore" className={styles.error}>
        {errorOf("payment_method")}
      </p>
    </fieldset>
  );
}

/** Tells the choice; the sums may change with it. */
async function chosen(nonce: string, method: string) {
  await updatePaymentMethod(nonce, method);
  return readCart();
}
