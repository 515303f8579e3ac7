import { Link, useSearchParams } from "react-router";
import { issueCredits } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { CreditList } from "../api/types.ts";
import details from "../components/details.module.css";
import { Area, Text, useForm } from "../components/fields.tsx";
import { ListPage, Rows } from "../components/list.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Badge, Outcome, StateTabs } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { listOf } from "./couponForm.ts";

const STATES = ["", "open", "empty", "expired"];

/** List of store credits, by state and search, with a form to issue new ones. */
export function CreditsPage() {
  const { t, format } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/credits", { query }));
  return (
    <ListPage
      title={t("storeCredit")}
      base="/credito"
      search={t("searchCredits")}
      filters={
        <>
          <IssueForm done={loaded.refetch} />
          <StateTabs label={t("creditsByState")} base="/credito" group="creditState" states={STATES} />
        </>
      }
      loaded={loaded}
      empty={t("noCredits")}
    >
      {(list) => (
        <div className={details.stack}>
          <p className={ui.small}>{t("creditLeft", { amount: format.price(list.balance_cents) })}</p>
          <Credits list={list} />
        </div>
      )}
    </ListPage>
  );
}

const EMPTY = { emails: "", amount: "", last_day: "", reason: "" };

/** Issues the same credit to one or more e-mail addresses; each recipient is notified by e-mail. */
function IssueForm({ done }: { done: () => void }) {
  const { t } = useLanguage();
  const form = useForm(EMPTY);
  const issue = () =>
    form.send(async () => {
      const { emails, amount, last_day, reason } = form.values;
      const { ids } = await issueCredits({
        emails: listOf(emails),
        amount: String(amount),
        last_day: String(last_day),
        reason: String(reason),
      });
      form.fill(EMPTY);
      done();
      return t("creditsIssued", { count: ids.length });
    });
  return (
    <details className={`${ui.card} ${details.more}`}>
      <summary>{t("issueCredit")}</summary>
      <SendForm form={form} className={details.step} send={issue}>
        <Area form={form} name="emails" label={t("creditEmails")} hint={t("creditEmailsHint")} rows={3} />
        <div className={details.grid}>
          <Text form={form} name="amount" label={t("amountEuro")} inputMode="decimal" />
          <Text form={form} name="last_day" label={t("lastDay")} hint={t("creditNoEnd")} type="date" />
        </div>
        <Text form={form} name="reason" label={t("creditReason")} hint={t("creditReasonHint")} />
        <div className={ui.buttons}>
          <button
            type="submit"
            className={`${ui.button} ${ui.primary}`}
            aria-disabled={form.busy || undefined}
          >
            {form.busy ? t("saving") : t("issue")}
          </button>
        </div>
        <Outcome error={form.apiError} success={form.success} />
      </SendForm>
    </details>
  );
}

function Credits({ list }: { list: CreditList }) {
  const { t, format } = useLanguage();
  return (
    <Rows
      rows={list.credits}
      id={(credit) => credit.id}
      columns={[
        { label: t("code"), cell: (credit) => <Link to={`/credito/${credit.id}`}>{credit.code}</Link> },
        { label: t("customer"), cell: (credit) => credit.email },
        { label: t("status"), cell: (credit) => <Badge group="creditState" value={credit.state} /> },
        { label: t("lastDay"), cell: (credit) => (credit.last_day ? format.day(credit.last_day) : "–") },
        {
          label: t("balance"),
          number: true,
          cell: (credit) => `${format.price(credit.balance_cents)} / ${format.price(credit.issued_cents)}`,
        },
      ]}
    />
  );
}
