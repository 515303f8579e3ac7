import { useState } from "react";
import { Field } from "../../ui/Field.tsx";
import { capturePayment, releasePayment } from "../api/calls.ts";
import type { OpenCapture, OrderDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useAct } from "../components/useAct.ts";
import { useLanguage } from "../context/language.tsx";

interface CaptureProps {
  order: OrderDetail;
  open: OpenCapture;
  /** Takes the order as it is afterwards. */
  replace: (order: OrderDetail) => void;
}

/** An amount that is set aside: it is captured, in part, or let go. */
export function CaptureCard({ order, open, replace }: CaptureProps) {
  const { t, format } = useLanguage();
  const [amount, setAmount] = useState("");
  const [sure, setSure] = useState(false);
  const { busy, refused: error, act } = useAct();
  const run = (work: () => Promise<OrderDetail>) =>
    act(async () => {
      replace(await work());
      return "";
    });
  const refused = error?.errors.find((one) => one.field === "amount")?.message;
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
          void run(() => capturePayment(order.id, amount));
        }}
      >
        <Field name="capture-amount" label={t("captureAmount")} hint={t("captureHint")} error={refused}>
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
              onClick={() => void run(() => releasePayment(order.id))}
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
