import { useState } from "react";
import { stepSubscription } from "../api/calls.ts";
import { question, type Refused } from "../api/client.ts";
import type { SubscriptionDetail } from "../api/types.ts";
import styles from "../components/details.module.css";
import { useFormat } from "../components/format.ts";
import ui from "../components/ui.module.css";
import { Badge, Failure, Heading, Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { Link } from "../context/router.tsx";
import { useData } from "../context/useData.ts";

/** One subscription: what it brings, its orders, and suspending, resuming or cancelling it. */
export function SubscriptionPage({ id }: { id: number }) {
  const { t } = useLanguage();
  const { data, error, reload, replace } = useData(
    question("/api/admin/subscriptions/{id}", { path: { id } }),
  );
  return (
    <>
      <p>
        <Link to="/abbonamenti">← {t("allSubscriptions")}</Link>
      </p>
      {error && !data && <Failure error={error} retry={reload} />}
      {!data && !error && <p role="status">{t("loading")}</p>}
      {data && <Subscription subscription={data} replace={replace} />}
    </>
  );
}

interface SubscriptionProps {
  subscription: SubscriptionDetail;
  replace: (subscription: SubscriptionDetail) => void;
}

function Subscription({ subscription, replace }: SubscriptionProps) {
  const { t } = useLanguage();
  const format = useFormat();
  const title = t("subscriptionNumber", { number: subscription.id });
  return (
    <>
      <div className={styles.head}>
        <Heading title={title}>{title}</Heading>
        <Badge group="subscriptionState" value={subscription.state} />
        <Link to={`/clienti/${subscription.customer_id}`}>{subscription.name}</Link>
        <span className={ui.small}>{subscription.email}</span>
      </div>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Rows id="each" title={t("subscriptionEach")} rows={subscription.sums} />
          <section className={ui.card} aria-labelledby="orders">
            <h2 id="orders">{t("orders")}</h2>
            <ul className={styles.stack}>
              {subscription.orders.map((order) => (
                <li key={order.id}>
                  <Link to={`/ordini/${order.id}`}>{t("orderNumber", { number: order.id })}</Link>{" "}
                  <Badge group="status" value={order.status} /> {format.price(order.total_cents)} ·{" "}
                  {format.moment(order.created_at)}
                </li>
              ))}
            </ul>
          </section>
        </div>
        <div className={styles.stack}>
          <Rows id="facts" title={t("subscriptionOf")} rows={subscription.facts} />
          {subscription.waits_for && <p>{t("subscriptionWaits", { name: subscription.waits_for })}</p>}
          {subscription.shipping_lines.length > 0 && (
            <section className={ui.card} aria-labelledby="delivery">
              <h2 id="delivery">{t("delivery")}</h2>
              <address className={styles.printed}>
                {subscription.shipping_lines.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </address>
            </section>
          )}
          <Payment subscription={subscription} />
          <Steps subscription={subscription} replace={replace} />
        </div>
      </div>
    </>
  );
}

/** What renewals are paid by, and how the charge of the open one stands. */
function Payment({ subscription }: { subscription: SubscriptionDetail }) {
  const { t } = useLanguage();
  const format = useFormat();
  if (!subscription.payment) return null;
  const rows = [
    { label: t("subscriptionPaidBy"), value: subscription.payment },
    subscription.tries > 0 && { label: t("subscriptionTries"), value: String(subscription.tries) },
    subscription.refusal && { label: t("subscriptionRefusal"), value: subscription.refusal },
    typeof subscription.next_try_at === "number" && {
      label: t("subscriptionNextTry"),
      value: format.moment(subscription.next_try_at),
    },
  ].filter((row) => typeof row === "object");
  return (
    <>
      <Rows id="payment" title={t("subscriptionPayment")} rows={rows} />
      {subscription.trying && <p role="status">{t("subscriptionTrying")}</p>}
    </>
  );
}

interface RowsProps {
  id: string;
  title: string;
  rows: { label: string; value: string }[];
}

function Rows({ id, title, rows }: RowsProps) {
  return (
    <section className={ui.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <dl className={styles.facts}>
        {rows.map((row) => (
          <div key={row.label}>
            <dt>{row.label}</dt>
            <dd>{row.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Steps({ subscription, replace }: SubscriptionProps) {
  const { t, named } = useLanguage();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Refused | null>(null);
  const [success, setSuccess] = useState("");
  const take = async (step: string) => {
    if (busy || (step === "cancel" && !window.confirm(t("subscriptionSure")))) return;
    setBusy(true);
    setError(null);
    setSuccess("");
    try {
      replace(await stepSubscription(subscription.id, step));
      // Of its payment the customer hears by what becomes of the charge.
      const told = ["charge", "pay_by_hand"].includes(step)
        ? "subscriptionPaymentChanged"
        : "subscriptionChanged";
      setSuccess(t(told));
    } catch (reason) {
      setError(reason as Refused);
    } finally {
      setBusy(false);
    }
  };
  if (subscription.steps.length === 0 && !success) return null;
  return (
    <section className={ui.card} aria-labelledby="steps">
      <h2 id="steps">{t("subscriptionSteps")}</h2>
      <div className={ui.buttons}>
        {subscription.steps.map((step) => (
          <button
            key={step}
            type="button"
            className={ui.button}
            aria-disabled={busy || undefined}
            onClick={() => void take(step)}
          >
            {named("subscriptionStep", step)}
          </button>
        ))}
      </div>
      <Outcome error={error} success={success} />
    </section>
  );
}
