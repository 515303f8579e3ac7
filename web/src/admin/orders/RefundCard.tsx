import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Notice } from "../../ui/Notice.tsx";
import { refundAgain } from "../api/calls.ts";
import type { BookedRefund, OrderDetail } from "../api/types.ts";
import { ConfirmDialog } from "../components/ConfirmDialog.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";
import { RefundForm } from "./RefundForm.tsx";

interface RefundProps {
  order: OrderDetail;
  /** Receives the updated order. */
  replace: (order: OrderDetail) => void;
}

/** Refunds of an order, with a form for a new one. */
export function RefundCard({ order, replace }: RefundProps) {
  const { t, named, format } = useLanguage();
  const [message, setMessage] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  if (order.refunds.length === 0 && !order.open_refund) return null;
  const done = (answer: OrderDetail, words: string) => {
    flushSync(() => {
      replace(answer);
      setMessage(words);
    });
    // The clicked button has disappeared with its form.
    heading.current?.focus();
  };
  return (
    <section className={ui.card} aria-labelledby="refunds">
      <h2 id="refunds" ref={heading} tabIndex={-1}>
        {t("refunds")}
      </h2>
      <div role="status">
        {message && (
          <Notice kind="success">
            <p>{message}</p>
          </Notice>
        )}
      </div>
      {order.refunds.map((refund) => (
        <div key={refund.id}>
          <p>
            <strong>{format.price(refund.cents)}</strong>{" "}
            {refund.state
              ? named("refundState", refund.state)
              : t(refund.as_credit ? "refundedAsCredit" : "refundedInMoney")}
            {refund.state === "failed" && refund.failure && ` (${named("refundFailure", refund.failure)})`}
          </p>
          <p className={ui.small}>
            {format.moment(refund.created_at)} · {named("author", refund.author)}
            {refund.returned.length > 0 && ` · ${refund.returned.join(", ")}`}
            {refund.restocked && ` · ${t("restocked")}`}
            {refund.persons_freed > 0 &&
              ` · ${t("placesFreed", { count: format.integer(refund.persons_freed) })}`}
          </p>
          {refund.reason && <p className={ui.small}>{refund.reason}</p>}
          {refund.failed_cents > 0 && <FailedRefund order={order} refund={refund} replace={replace} />}
        </div>
      ))}
      {order.open_refund && (
        <RefundForm
          // Remounts after each refund, since less is left to refund.
          key={order.refunds.length}
          order={order}
          open={order.open_refund}
          done={done}
        />
      )}
    </section>
  );
}

/** Failed part of a refund, with buttons to retry it or to record that it was paid by other means. */
function FailedRefund({ order, refund, replace }: RefundProps & { refund: BookedRefund }) {
  const { t, format } = useLanguage();
  /** Whether the open confirmation is for a manual refund; null if none is open. */
  const [byHandChoice, setByHandChoice] = useState<boolean | null>(null);
  const { busy, error, run } = useAction();
  const again = async (byHand: boolean) => {
    await run(async () => {
      replace(await refundAgain(order.id, refund.id, byHand));
      return "";
    });
    setByHandChoice(null);
  };
  return (
    <div className={ui.buttons}>
      <button
        type="button"
        className={ui.button}
        aria-disabled={busy || undefined}
        onClick={() => !busy && setByHandChoice(false)}
      >
        {t("refundRetry")}
      </button>
      <button
        type="button"
        className={ui.plain}
        aria-disabled={busy || undefined}
        onClick={() => !busy && setByHandChoice(true)}
      >
        {t("refundGivenByHand")}
      </button>
      <Outcome error={error} success="" />
      {byHandChoice !== null && (
        <ConfirmDialog
          title={t("refundSure", { amount: format.price(refund.failed_cents) })}
          confirmLabel={t(byHandChoice ? "refundGivenByHand" : "refundRetry")}
          busy={busy}
          confirm={() => void again(byHandChoice)}
          cancel={() => setByHandChoice(null)}
        >
          <p>{t(byHandChoice ? "refundWay.by_hand" : "refundWay.gateway")}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
