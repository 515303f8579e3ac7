import { useWords } from "../context/PageContext.tsx";
import styles from "./payments.module.css";
import type { PaymentDesk } from "./usePayments.ts";

/** Lies over the page while a payment is under way, and says so. */
export function PaymentOverlay({ desk }: { desk: Pick<PaymentDesk, "processing"> | null }) {
  const words = useWords("payment");
  return (
    <>
      <p className="visuallyHidden" role="status">
        {desk?.processing ? words.processing : ""}
      </p>
      {desk?.processing && (
        <div className={styles.overlay} aria-hidden="true">
          <p>{words.processing}</p>
        </div>
      )}
    </>
  );
}
