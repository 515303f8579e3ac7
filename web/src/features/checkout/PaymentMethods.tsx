import { readCart } from "../../api/cart.ts";
import { choosePayment } from "../../api/checkout.ts";
import { changeCart } from "../../app/cart/cartStore.ts";
import { useWords } from "../../app/PageContext.tsx";
import type { PaymentMethodView } from "../../core/types.ts";
import styles from "./CheckoutPageView.module.css";
import type { Checkout } from "./useCheckout.ts";

/** The ways to pay; the chosen one's description shows under it. A change asks for the sums again, as it may have a fee. */
export function PaymentMethods({ methods, checkout }: { methods: PaymentMethodView[]; checkout: Checkout }) {
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
                void changeCart(
                  async () => (await choosePayment(method.id)).__experimentalCart ?? (await readCart()),
                );
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
