import { useWords } from "../../../context/PageContext.tsx";
import type { AccountPage, AccountSection } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form, Link } from "../../../ui/Link.tsx";
import { ConfirmedForm } from "../shared/ConfirmedForm.tsx";
import actions from "./OrderDetail.module.css";
import { OrderTable } from "./OrderTable.tsx";
import styles from "./Subscriptions.module.css";

type Detail = Extract<AccountSection, { name: "subscription" }>;

/** One subscription: its status, its contents and the available actions. */
export function SubscriptionDetail({ page, detail }: { page: AccountPage; detail: Detail }) {
  const words = useWords("account");
  const { back } = useWords();
  const { row } = detail;
  return (
    <article className={styles.detail}>
      <Link href="/my-account/subscriptions/">
        {back}: {words.subscriptions}
      </Link>
      <h1 tabIndex={-1}>{words.subscription(row.number)}</h1>
      <p className={styles.state} data-status={row.status}>
        <span className="visuallyHidden">{words.status}: </span>
        <span>{row.status_label}</span>
      </p>
      {(detail.note || detail.pay_path) && (
        <div className={styles.note}>
          <p>{detail.note}</p>
          {detail.pay_path && (
            <Link className={button.button} href={detail.pay_path}>
              {words.payRenewal}
            </Link>
          )}
        </div>
      )}
      <dl className={styles.facts}>
        {detail.facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {detail.payment && (
          <div>
            <dt>{words.paymentMethod}</dt>
            <dd>
              {detail.payment}
              {detail.change_path && (
                <Link className={styles.change} href={detail.change_path}>
                  {words.changeMethod}
                </Link>
              )}
            </dd>
          </div>
        )}
      </dl>
      <section>
        <h2>{words.eachRenewal}</h2>
        <dl className={styles.sums}>
          {detail.sums.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      {detail.shipping_lines.length > 0 && (
        <section>
          <h2>{words.deliveredTo}</h2>
          <address>
            {detail.shipping_lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </address>
        </section>
      )}
      <Steps page={page} detail={detail} />
      <section>
        <h2>{words.orders}</h2>
        <OrderTable orders={detail.orders} />
      </section>
    </article>
  );
}

/** Pausing and cancelling ask for confirmation, resuming does not. */
function Steps({ page, detail }: { page: AccountPage; detail: Detail }) {
  const words = useWords("account");
  const confirmed = [
    detail.can_suspend && (["suspend", words.suspend, words.suspendSure, words.suspendYes] as const),
    detail.can_cancel &&
      ([
        "cancel",
        words.cancelSubscription,
        words.cancelSubscriptionSure,
        words.cancelSubscriptionYes,
      ] as const),
  ].filter((one) => one !== false);
  return (
    <div className={actions.actions}>
      {detail.can_resume && (
        <Form method="post" action={detail.row.path}>
          <input type="hidden" name="_wpnonce" value={page.nonce} />
          <button type="submit" name="action" value="resume" className={button.button}>
            {words.resume}
          </button>
        </Form>
      )}
      {confirmed.map(([step, label, sure, yes]) => (
        <ConfirmedForm key={step} page={page} label={label} question={sure} action={detail.row.path}>
          <button type="submit" name="action" value={step} className={`${button.button} ${button.quiet}`}>
            {yes}
          </button>
        </ConfirmedForm>
      ))}
    </div>
  );
}
