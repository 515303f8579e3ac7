import { Link } from "react-router";
import { stepSubscription } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import type { SubscriptionDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { DetailPage } from "../components/Loaded.tsx";
import ui from "../components/ui.module.css";
import { Badge, Heading, Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";

/** Page of a subscription: its contents, its orders, and buttons to suspend, resume or cancel it. */
export function SubscriptionPage({ id }: { id: number }) {
  const { t } = useLanguage();
  return (
    <DetailPage
      list="/abbonamenti"
      all={t("allSubscriptions")}
      query={apiQuery("/api/admin/subscriptions/{id}", { path: { id } })}
    >
      {(data, { replace }) => <Subscription subscription={data} replace={replace} />}
    </DetailPage>
  );
}

interface SubscriptionProps {
  subscription: SubscriptionDetail;
  replace: (subscription: SubscriptionDetail) => void;
}

function Subscription({ subscription, replace }: SubscriptionProps) {
  const { t, format } = useLanguage();
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
          <Card id="orders" title={t("orders")}>
            <ul className={styles.stack}>
              {subscription.orders.map((order) => (
                <li key={order.id}>
                  <Link to={`/ordini/${order.id}`}>{t("orderNumber", { number: order.id })}</Link>{" "}
                  <Badge group="status" value={order.status} /> {format.price(order.total_cents)} ·{" "}
                  {format.moment(order.created_at)}
                </li>
              ))}
            </ul>
          </Card>
        </div>
        <div className={styles.stack}>
          <Rows id="facts" title={t("subscriptionOf")} rows={subscription.facts} />
          {subscription.waits_for && <p>{t("subscriptionWaits", { name: subscription.waits_for })}</p>}
          {subscription.shipping_lines.length > 0 && (
            <Card id="delivery" title={t("delivery")}>
              <address className={styles.printed}>
                {subscription.shipping_lines.map((line) => (
                  <div key={line}>{line}</div>
                ))}
              </address>
            </Card>
          )}
          <Payment subscription={subscription} />
          <Steps subscription={subscription} replace={replace} />
        </div>
      </div>
    </>
  );
}

/** Payment method of renewals and the status of the pending charge. */
function Payment({ subscription }: { subscription: SubscriptionDetail }) {
  const { t, format } = useLanguage();
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
    <Card id={id} title={title}>
      <dl className={styles.facts}>
        {rows.map((row) => (
          <div key={row.label}>
            <dt>{row.label}</dt>
            <dd>{row.value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function Steps({ subscription, replace }: SubscriptionProps) {
  const { t, named } = useLanguage();
  const { busy, error, success, run } = useAction();
  const runStep = (step: string) => {
    if (busy || (step === "cancel" && !window.confirm(t("subscriptionSure")))) return;
    void run(async () => {
      replace(await stepSubscription(subscription.id, step));
      // For payment steps the customer is notified by the outcome of the charge.
      const message = ["charge", "pay_by_hand"].includes(step)
        ? "subscriptionPaymentChanged"
        : "subscriptionChanged";
      return t(message);
    });
  };
  if (subscription.steps.length === 0 && !success) return null;
  return (
    <Card id="steps" title={t("subscriptionSteps")}>
      <div className={ui.buttons}>
        {subscription.steps.map((step) => (
          <button
            key={step}
            type="button"
            className={ui.button}
            aria-disabled={busy || undefined}
            onClick={() => runStep(step)}
          >
            {named("subscriptionStep", step)}
          </button>
        ))}
      </div>
      <Outcome error={error} success={success} />
    </Card>
  );
}
