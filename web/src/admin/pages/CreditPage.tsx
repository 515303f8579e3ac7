import { withdrawCredit } from "../api/calls.ts";
import { question } from "../api/client.ts";
import type { CreditDetail } from "../api/types.ts";
import styles from "../components/details.module.css";
import { Text, useForm } from "../components/fields.tsx";
import { useFormat } from "../components/format.ts";
import ui from "../components/ui.module.css";
import { Badge, Failure, Heading, Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { Link } from "../context/router.tsx";
import { useData } from "../context/useData.ts";

/** One store credit: what is left of it, how it came about, and taking something off it. */
export function CreditPage({ id }: { id: number }) {
  const { t } = useLanguage();
  const { data, error, reload, replace } = useData(question("/api/admin/credits/{id}", { path: { id } }));
  return (
    <>
      <p>
        <Link to="/credito">← {t("allCredits")}</Link>
      </p>
      {error && !data && <Failure error={error} retry={reload} />}
      {!data && !error && <p role="status">{t("loading")}</p>}
      {data && <Credit credit={data} replace={replace} />}
    </>
  );
}

interface CreditProps {
  credit: CreditDetail;
  replace: (credit: CreditDetail) => void;
}

function Credit({ credit, replace }: CreditProps) {
  const { t } = useLanguage();
  const format = useFormat();
  return (
    <>
      <div className={styles.head}>
        <Heading title={credit.code}>{credit.code}</Heading>
        <Badge group="creditState" value={credit.state} />
        <span className={ui.small}>{credit.email}</span>
      </div>
      <div className={styles.columns}>
        <Ledger credit={credit} />
        <div className={styles.stack}>
          <section className={ui.card} aria-labelledby="balance">
            <h2 id="balance">{t("balance")}</h2>
            <p>
              {format.price(credit.balance_cents)} / {format.price(credit.issued_cents)}
            </p>
            {credit.last_day && (
              <p className={ui.small}>
                {t("lastDay")}: {format.day(credit.last_day)}
              </p>
            )}
          </section>
          {credit.balance_cents > 0 && <Withdraw credit={credit} replace={replace} />}
        </div>
      </div>
    </>
  );
}

function Ledger({ credit }: { credit: CreditDetail }) {
  const { t, named } = useLanguage();
  const format = useFormat();
  return (
    <section className={ui.card} aria-labelledby="ledger">
      <h2 id="ledger">{t("ledger")}</h2>
      <table className={`${ui.table} ${ui.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t("date")}</th>
            <th scope="col">{t("movement")}</th>
            <th scope="col">{t("author")}</th>
            <th scope="col" className={ui.number}>
              {t("amount")}
            </th>
          </tr>
        </thead>
        <tbody>
          {credit.ledger.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">{format.moment(entry.created_at)}</th>
              <td data-label={t("movement")}>
                <span>
                  {named("movement", entry.kind)}
                  {entry.order_id && (
                    <>
                      {" · "}
                      <Link to={`/ordini/${entry.order_id}`}>
                        {t("orderNumber", { number: entry.order_id })}
                      </Link>
                    </>
                  )}
                  {entry.reason && (
                    <>
                      <br />
                      <span className={ui.small}>{entry.reason}</span>
                    </>
                  )}
                </span>
              </td>
              <td data-label={t("author")}>{named("author", entry.author)}</td>
              <td data-label={t("amount")} className={ui.number}>
                {format.price(entry.cents)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Withdraw({ credit, replace }: CreditProps) {
  const { t } = useLanguage();
  const form = useForm({ amount: "", reason: "" });
  const withdraw = () =>
    form.send(async () => {
      const { amount, reason } = form.values;
      replace(await withdrawCredit(credit.id, { amount: String(amount), reason: String(reason) }));
      form.fill({ amount: "", reason: "" });
      return t("withdrawn");
    });
  return (
    <section className={ui.card} aria-labelledby="withdraw">
      <h2 id="withdraw">{t("withdraw")}</h2>
      <form
        ref={form.element}
        noValidate
        className={styles.step}
        onSubmit={(event) => {
          event.preventDefault();
          void withdraw();
        }}
      >
        <Text form={form} name="amount" label={t("amountEuro")} inputMode="decimal" />
        <Text form={form} name="reason" label={t("reason")} />
        <div className={ui.buttons}>
          <button type="submit" className={ui.button} aria-disabled={form.busy || undefined}>
            {t("withdraw")}
          </button>
        </div>
        <Outcome error={form.refused} success={form.success} />
      </form>
    </section>
  );
}
