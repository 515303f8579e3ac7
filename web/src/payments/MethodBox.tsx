import { useCallback, useState } from "react";
import { useWords } from "../context/PageContext.tsx";
import type { BillingDetails } from "./elements.ts";
import styles from "./payments.module.css";
import type { Payments } from "./usePayments.ts";

/** The shopper's details that a page with payment methods knows. */
export interface Payer {
  billing: BillingDetails;
  /** Whether "Create an account" is ticked. */
  createsAccount: boolean;
}

interface MethodBoxProps {
  payments: Payments;
  type: string;
  instructions: string;
  chosen: boolean;
  payer: Payer;
}

/**
 * The box under one of the provider's methods. It is mounted when the method is first chosen and then preserves what was typed.
 */
export function MethodBox({ payments, type, instructions, chosen, payer }: MethodBoxProps) {
  const words = useWords("payment");
  const [opened, setOpened] = useState(chosen);
  if (chosen && !opened) setOpened(true);
  const { loaded, setCollector } = payments;
  const take = useCallback(
    (collector: Parameters<Payments["setCollector"]>[1]) => setCollector(type, collector),
    [setCollector, type],
  );
  if (!opened) return null;
  if (!loaded) {
    return (
      <div className={`${styles.box} ${styles.needsScripts}`}>
        <p className={styles.waiting} role="status">
          {words.formLoading}
        </p>
      </div>
    );
  }
  return (
    <loaded.PaymentBox
      tools={loaded.tools}
      type={type}
      instructions={instructions}
      billing={payer.billing}
      createsAccount={payer.createsAccount}
      onCollector={take}
    />
  );
}
