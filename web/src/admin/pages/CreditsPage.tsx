import { issueCredits, readCredits } from "../api/client.ts";
import type { CreditList } from "../api/types.ts";
import { useLanguage } from "../app/language.tsx";
import { Link, navigate, queryWith, useLocation } from "../app/router.tsx";
import { useData } from "../app/useData.ts";
import { Area, Text, useForm } from "../components/fields.tsx";
import { useFormat } from "../components/format.ts";
import ui from "../components/ui.module.css";
import { Badge, Failure, Heading, Outcome, Pagination, SearchForm, StateTabs } from "../components/ui.tsx";
import { listOf } from "./couponForm.ts";
import details from "./details.module.css";
import styles from "./lists.module.css";

const STATES = ["", "open", "empty", "expired"];

/** The store credits, by state, search and page, and issuing new ones. */
export function CreditsPage() {
  const { t } = useLanguage();
  const format = useFormat();
  const { query } = useLocation();
  const { data, error, loading, reload } = useData(`/credits${queryWith(query, {})}`, readCredits);
  return (
    <>
      <div className={styles.head}>
        <Heading title={t("storeCredit")}>{t("storeCredit")}</Heading>
        <SearchForm
          label={t("searchCredits")}
          submit={(search) => navigate(`/credito${queryWith(query, { search, page: "" })}`)}
        />
      </div>
      <IssueForm done={reload} />
      <StateTabs label={t("creditsByState")} base="/credito" group="creditState" states={STATES} />
      {error && <Failure error={error} retry={reload} />}
      {!data && loading && <p role="status">{t("loading")}</p>}
      {data && (
        <div aria-busy={loading} className={details.stack}>
          <p className={ui.small}>{t("creditLeft", { amount: format.price(data.balance_cents) })}</p>
          <Credits list={data} />
        </div>
      )}
      {data && <Pagination base="/credito" page={data.page} pages={data.pages} />}
    </>
  );
}

const EMPTY = { emails: "", amount: "", last_day: "", reason: "" };

/** Issues the same credit to one address or many; each is told by e-mail. */
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
      <form
        ref={form.element}
        noValidate
        className={details.step}
        onSubmit={(event) => {
          event.preventDefault();
          void issue();
        }}
      >
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
        <Outcome error={form.refused} success={form.success} />
      </form>
    </details>
  );
}

function Credits({ list }: { list: CreditList }) {
  const { t } = useLanguage();
  const format = useFormat();
  if (list.credits.length === 0) return <p className={ui.empty}>{t("noCredits")}</p>;
  return (
    <div className={ui.scroll}>
      <table className={`${ui.table} ${ui.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t("code")}</th>
            <th scope="col">{t("customer")}</th>
            <th scope="col">{t("status")}</th>
            <th scope="col">{t("lastDay")}</th>
            <th scope="col" className={ui.number}>
              {t("balance")}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.credits.map((credit) => (
            <tr key={credit.id}>
              <th scope="row">
                <Link to={`/credito/${credit.id}`}>{credit.code}</Link>
              </th>
              <td data-label={t("customer")}>{credit.email}</td>
              <td data-label={t("status")}>
                <Badge group="creditState" value={credit.state} />
              </td>
              <td data-label={t("lastDay")}>{credit.last_day ? format.day(credit.last_day) : "–"}</td>
              <td data-label={t("balance")} className={ui.number}>
                {format.price(credit.balance_cents)} / {format.price(credit.issued_cents)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
