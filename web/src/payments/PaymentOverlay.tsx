import { useWords } from "../context/PageContext.tsx";
import styles from "./payments.module.css";
import type { Payments } from "./usePayments.ts";

/** Covers the page and announces to screen readers that a payment is being processed. */
export function PaymentOverlay({ payments }: { payments: Pick<Payments, "processing"> | null }) {
  const words = useWords("payment");
  return (
    <>
      <p className="visuallyHidden" role="status">
        {payments?.processing ? words.processing : ""}
      </p>
      {payments?.processing && (
        <div className={styles.overlay} aria-hidden="true">
          <p>{words.processing}</p>
        </div>
      )}
    </>
  );
}
