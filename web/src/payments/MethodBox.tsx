import { useCallback, useState } from "react";
import { useWords } from "../context/PageContext.tsx";
import type { BillingDetails } from "./elements.ts";
import styles from "./payments.module.css";
import type { PaymentDesk } from "./usePayments.ts";

/** What a page with ways to pay knows of the payer. */
export interface Payer {
  billing: BillingDetails;
  /** "Create an account" is ticked. */
  createsAccount: boolean;
}

interface MethodBoxProps {
  desk: PaymentDesk;
  type: string;
  instructions: string;
  chosen: boolean;
  payer: Payer;
}

/** The box under a method of the provider's. It opens with the first choice, and then keeps what was typed. */
export function MethodBox({ desk, type, instructions, chosen, payer }: MethodBoxProps) {
  const words = useWords("payment");
  const [opened, setOpened] = useState(chosen);
  if (chosen && !opened) setOpened(true);
  const { loaded, setCollector } = desk;
  const take = useCallback(
    (collector: Parameters<PaymentDesk["setCollector"]>[1]) => setCollector(type, collector),
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
