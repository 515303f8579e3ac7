import { Link } from "react-router";
import { withdrawCredit } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import type { CreditDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { Text, useForm } from "../components/fields.tsx";
import { DetailPage } from "../components/Loaded.tsx";
import { Rows } from "../components/list.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Badge, Heading, Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";

/** Page of a store credit: its balance, its history, and a form to withdraw from it. */
export function CreditPage({ id }: { id: number }) {
  const { t } = useLanguage();
  return (
    <DetailPage
      list="/credito"
      all={t("allCredits")}
      query={apiQuery("/api/admin/credits/{id}", { path: { id } })}
    >
      {(data, { replace }) => <Credit credit={data} replace={replace} />}
    </DetailPage>
  );
}

interface CreditProps {
  credit: CreditDetail;
  replace: (credit: CreditDetail) => void;
}

function Credit({ credit, replace }: CreditProps) {
  const { t, format } = useLanguage();
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
          <Card id="balance" title={t("balance")}>
            <p>
              {format.price(credit.balance_cents)} / {format.price(credit.issued_cents)}
            </p>
            {credit.last_day && (
              <p className={ui.small}>
                {t("lastDay")}: {format.day(credit.last_day)}
              </p>
            )}
          </Card>
          {credit.balance_cents > 0 && <Withdraw credit={credit} replace={replace} />}
        </div>
      </div>
    </>
  );
}

function Ledger({ credit }: { credit: CreditDetail }) {
  const { t, named, format } = useLanguage();
  return (
    <Card id="ledger" title={t("ledger")}>
      <Rows
        within
        rows={credit.ledger}
        id={(entry) => entry.id}
        columns={[
          { label: t("date"), cell: (entry) => format.moment(entry.created_at) },
          { label: t("movement"), cell: (entry) => <Movement entry={entry} /> },
          { label: t("author"), cell: (entry) => named("author", entry.author) },
          { label: t("amount"), number: true, cell: (entry) => format.price(entry.cents) },
        ]}
      />
    </Card>
  );
}

function Movement({ entry }: { entry: CreditDetail["ledger"][number] }) {
  const { t, named } = useLanguage();
  return (
    <span>
      {named("movement", entry.kind)}
      {entry.order_id && (
        <>
          {" · "}
          <Link to={`/ordini/${entry.order_id}`}>{t("orderNumber", { number: entry.order_id })}</Link>
        </>
      )}
      {entry.reason && (
        <>
          <br />
          <span className={ui.small}>{entry.reason}</span>
        </>
      )}
    </span>
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
    <Card id="withdraw" title={t("withdraw")}>
      <SendForm form={form} className={styles.step} send={withdraw}>
        <Text form={form} name="amount" label={t("amountEuro")} inputMode="decimal" />
        <Text form={form} name="reason" label={t("reason")} />
        <div className={ui.buttons}>
          <button type="submit" className={ui.button} aria-disabled={form.busy || undefined}>
            {t("withdraw")}
          </button>
        </div>
        <Outcome error={form.apiError} success={form.success} />
      </SendForm>
    </Card>
  );
}
