import { useShell, useWords } from "../context/PageContext.tsx";
import styles from "./PurchaseLimits.module.css";

/** Delivery restrictions and accepted means of payment, which must be shown when the checkout begins (Codice del consumo art. 51,
 * par. 3). */
export function PurchaseLimits() {
  const words = useWords();
  const { delivery_note: delivery, payment_names: payments } = useShell();
  return (
    <p className={styles.limits}>
      {delivery} {payments.length > 0 && `${words.paymentsAccepted}: ${payments.join(", ")}.`}
    </p>
  );
}
