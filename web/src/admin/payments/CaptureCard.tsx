import { useState } from "react";
import { Field } from "../../ui/Field.tsx";
import { capturePayment, releasePayment } from "../api/calls.ts";
import type { OpenCapture, OrderDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";

interface CaptureProps {
  order: OrderDetail;
  open: OpenCapture;
  /** Receives the updated order. */
  replace: (order: OrderDetail) => void;
}

/** Authorized payment of an order, with forms to capture it in full or in part, or to release it. */
export function CaptureCard({ order, open, replace }: CaptureProps) {
  const { t, format } = useLanguage();
  const [amount, setAmount] = useState("");
  const [sure, setSure] = useState(false);
  const { busy, error, run } = useAction();
  const runAndReplace = (work: () => Promise<OrderDetail>) =>
    run(async () => {
      replace(await work());
      return "";
    });
  const amountError = error?.errors.find((one) => one.field === "amount")?.message;
  return (
    <Card id="capture" title={t("captureTitle")}>
      <p>{t("captureOpen", { amount: format.price(open.cents), date: format.moment(open.until) })}</p>
      {open.ends_soon && (
        <p>
          <strong>{t("captureSoon")}</strong>
        </p>
      )}
      <form
        className={styles.step}
        onSubmit={(event) => {
          event.preventDefault();
          void runAndReplace(() => capturePayment(order.id, amount));
        }}
      >
        <Field name="capture-amount" label={t("captureAmount")} hint={t("captureHint")} error={amountError}>
          {(control) => (
            <input
              {...control}
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
            />
          )}
        </Field>
        <div className={ui.buttons}>
          <button type="submit" className={`${ui.button} ${ui.primary}`} aria-disabled={busy || undefined}>
            {t("captureNow")}
          </button>
          {!sure && (
            <button type="button" className={ui.plain} onClick={() => setSure(true)}>
              {t("releaseNow")}
            </button>
          )}
        </div>
      </form>
      {sure && (
        <div className={styles.step}>
          <p>{t("releaseSure")}</p>
          <div className={ui.buttons}>
            <button
              type="button"
              className={ui.button}
              aria-disabled={busy || undefined}
              onClick={() => void runAndReplace(() => releasePayment(order.id))}
            >
              {t("releaseNow")}
            </button>
            <button type="button" className={ui.plain} onClick={() => setSure(false)}>
              {t("cancel")}
            </button>
          </div>
        </div>
      )}
      <Outcome error={error} success="" />
    </Card>
  );
}
