import type { OrderDetail, OrderPayment } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";

/** The order's payments with the provider: their status and history. */
export function PaymentsCard({ order }: { order: OrderDetail }) {
  const { t } = useLanguage();
  if (order.payments.length === 0) return null;
  return (
    <Card id="payments" title={t("payments")}>
      {order.payments.map((payment) => (
        <Payment key={payment.number} payment={payment} />
      ))}
    </Card>
  );
}

function Payment({ payment }: { payment: OrderPayment }) {
  const { t, named, format } = useLanguage();
  const facts = [
    format.moment(payment.created_at),
    ...(payment.part_due ? [t("paymentPart", { date: payment.part_due })] : []),
    t("paymentTries", { count: format.integer(payment.tries) }),
    ...(payment.captured_cents > 0
      ? [t("paymentCaptured", { amount: format.price(payment.captured_cents) })]
      : []),
    ...(payment.refunded_cents > 0
      ? [t("paymentRefunded", { amount: format.price(payment.refunded_cents) })]
      : []),
  ];
  return (
    <div className={styles.step}>
      <h3 className={styles.label}>
        {t("paymentNumber", { number: payment.number })}: {named("paymentState", payment.state)}
      </h3>
      <p>
        <strong>{format.price(payment.cents)}</strong> <span className={ui.small}>{facts.join(" · ")}</span>
      </p>
      {payment.under_review && <p>{t("paymentReview")}</p>}
      {payment.disputes.map((dispute) => (
        <p key={dispute.id}>
          <strong>{named("dispute", dispute.state)}</strong>
          {dispute.reason && `: ${named("disputeReason", dispute.reason)}`}
          {dispute.state === "open" && dispute.due_by && (
            <>. {t("disputeDue", { date: format.moment(dispute.due_by) })}</>
          )}
          {dispute.state === "open" && payment.url && (
            <>
              {". "}
              {/* Evidence is submitted on the payment's page at the provider. */}
              <a href={payment.url} rel="noopener noreferrer" target="_blank">
                {t("disputeAnswer")}
              </a>
            </>
          )}
        </p>
      ))}
      {payment.events.length > 0 && (
        <details className={styles.more}>
          <summary>{t("paymentEvents", { count: format.integer(payment.events.length) })}</summary>
          <Events payment={payment} />
        </details>
      )}
      {payment.url && (
        <p className={ui.small}>
          <a href={payment.url} rel="noopener noreferrer" target="_blank">
            {t("paymentAtProvider")}
          </a>{" "}
          <code>{payment.intent_id}</code>
        </p>
      )}
    </div>
  );
}

function Events({ payment }: { payment: OrderPayment }) {
  const { t, named, format } = useLanguage();
  return (
    <ol className={styles.timeline}>
      {payment.events.map((event) => (
        <li key={event.id}>
          <p className={ui.small}>
            {format.moment(event.received_at)} · <code>{event.kind}</code>
            {!event.is_applied && ` · ${t("paymentWaits")}`}
          </p>
          <p>
            {named("paymentEvent", event.kind)}
            {event.cents > 0 && `: ${format.price(event.cents)}`}
          </p>
          {event.words && <p>{event.words}</p>}
          {event.three_d_secure && <p>{named("threeDSecure", event.three_d_secure)}</p>}
        </li>
      ))}
    </ol>
  );
}
