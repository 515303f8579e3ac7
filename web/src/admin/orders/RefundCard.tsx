import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { refundAgain } from "../api/calls.ts";
import type { BookedRefund, OrderDetail } from "../api/types.ts";
import { Ask } from "../components/Ask.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useAct } from "../components/useAct.ts";
import { useLanguage } from "../context/language.tsx";
import { RefundForm } from "./RefundForm.tsx";

interface RefundProps {
  order: OrderDetail;
  /** Takes the order as it is afterwards. */
  replace: (order: OrderDetail) => void;
}

/** What was given back of an order, and giving back more. */
export function RefundCard({ order, replace }: RefundProps) {
  const { t, named, format } = useLanguage();
  const [told, setTold] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  if (order.refunds.length === 0 && !order.open_refund) return null;
  const done = (answer: OrderDetail, words: string) => {
    flushSync(() => {
      replace(answer);
      setTold(words);
    });
    // The button that was pressed is gone with its form.
    heading.current?.focus();
  };
  return (
    <section className={ui.card} aria-labelledby="refunds">
      <h2 id="refunds" ref={heading} tabIndex={-1}>
        {t("refunds")}
      </h2>
      <div role="status">{told && <p className={ui.notice}>{told}</p>}</div>
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
          // Filled anew after each refund: less is left then.
          key={order.refunds.length}
          order={order}
          open={order.open_refund}
          done={done}
        />
      )}
    </section>
  );
}

/** What the provider could not give back is asked for anew, or was given by other means. */
function FailedRefund({ order, refund, replace }: RefundProps & { refund: BookedRefund }) {
  const { t, format } = useLanguage();
  /** By hand or not; null: nothing is asked. */
  const [asked, setAsked] = useState<boolean | null>(null);
  const { busy, refused, act } = useAct();
  const again = async (byHand: boolean) => {
    await act(async () => {
      replace(await refundAgain(order.id, refund.id, byHand));
      return "";
    });
    setAsked(null);
  };
  return (
    <div className={ui.buttons}>
      <button
        type="button"
        className={ui.button}
        aria-disabled={busy || undefined}
        onClick={() => !busy && setAsked(false)}
      >
        {t("refundRetry")}
      </button>
      <button
        type="button"
        className={ui.plain}
        aria-disabled={busy || undefined}
        onClick={() => !busy && setAsked(true)}
      >
        {t("refundGivenByHand")}
      </button>
      <Outcome error={refused} success="" />
      {asked !== null && (
        <Ask
          title={t("refundSure", { amount: format.price(refund.failed_cents) })}
          act={t(asked ? "refundGivenByHand" : "refundRetry")}
          busy={busy}
          confirm={() => void again(asked)}
          cancel={() => setAsked(null)}
        >
          <p>{t(asked ? "refundWay.by_hand" : "refundWay.gateway")}</p>
        </Ask>
      )}
    </div>
  );
}
