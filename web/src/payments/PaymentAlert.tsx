import { useEffect, useRef } from "react";
import { useWords } from "../context/PageContext.tsx";
import button from "../ui/button.module.css";
import { Icon } from "../ui/Icon.tsx";
import styles from "./payments.module.css";
import type { Payments } from "./usePayments.ts";

/** Dismissible message about a failed payment, shown beside the payment methods. The page scrolls to it. */
export function PaymentAlert({ payments }: { payments: Pick<Payments, "failed" | "dismiss"> }) {
  const words = useWords("payment");
  const ref = useRef<HTMLDivElement>(null);
  const { failed } = payments;
  useEffect(() => {
    if (!failed) return;
    ref.current?.scrollIntoView({ block: "center" });
    ref.current?.focus({ preventScroll: true });
  }, [failed]);
  if (!failed) return null;
  return (
    <div key={failed.count} ref={ref} className={styles.alert} role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <p>{failed.text}</p>
      <button type="button" className={button.icon} aria-label={words.dismiss} onClick={payments.dismiss}>
        <Icon name="close" />
      </button>
    </div>
  );
}
