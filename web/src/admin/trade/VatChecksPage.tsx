import { Link, useSearchParams } from "react-router";
import { checkVatAgain } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { VatCheckRow } from "../api/types.ts";
import { ListPage, Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Badge, Outcome, StateTabs } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";

const BASE = "/iva/verifiche";
const STATES = ["", "valid", "invalid", "unanswered"];

/** VAT numbers checked with the register, by result, with a button to check again. */
export function VatChecksPage() {
  const { t, named, format } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/vat-checks", { query }));
  const { error, success, run } = useAction();
  const again = (check: VatCheckRow) =>
    run(async () => {
      const { state } = await checkVatAgain(check.id);
      void loaded.refetch();
      return t("vatCheckedAgain", { number: check.vat_number, state: named("vatState", state) });
    });
  return (
    <ListPage
      title={t("vatChecks")}
      base={BASE}
      search={t("searchVatChecks")}
      filters={
        <>
          <StateTabs label={t("vatChecksByState")} base={BASE} group="vatState" states={STATES} />
          <Outcome error={error} success={success} />
        </>
      }
      loaded={loaded}
      empty={t("noVatChecks")}
    >
      {(list) => (
        <Rows
          rows={list.checks}
          id={(check) => check.id}
          columns={[
            { label: t("vatNumber"), cell: (check) => <VatNumber check={check} /> },
            { label: t("status"), cell: (check) => <State check={check} /> },
            { label: t("vatRegisterSays"), cell: (check) => <Entry check={check} /> },
            { label: t("vatRequestedBy"), cell: (check) => <Asker check={check} /> },
            { label: t("date"), cell: (check) => format.moment(check.created_at) },
            {
              label: t("vatCheckAgain"),
              cell: (check) => (
                <button
                  type="button"
                  className={ui.button}
                  aria-label={`${t("vatCheckAgain")}: ${check.vat_number}`}
                  onClick={() => void again(check)}
                >
                  {t("vatCheckAgain")}
                </button>
              ),
            },
          ]}
        />
      )}
    </ListPage>
  );
}

function VatNumber({ check }: { check: VatCheckRow }) {
  return (
    <>
      {check.vat_number} <span className={ui.small}>{check.country}</span>
    </>
  );
}

/** Result of a check, or why there is none and when the next attempt is due. */
function State({ check }: { check: VatCheckRow }) {
  const { t, named, format } = useLanguage();
  return (
    <>
      <Badge group="vatState" value={check.state} />
      {check.failure && <div className={ui.small}>{named("vatFailure", check.failure)}</div>}
      {check.next_try_at && (
        <div className={ui.small}>
          {t("vatNextTry", { moment: format.moment(check.next_try_at), tries: format.integer(check.tries) })}
        </div>
      )}
    </>
  );
}

function Entry({ check }: { check: VatCheckRow }) {
  const { t } = useLanguage();
  return (
    <>
      {check.name || "–"}
      {check.address && <div className={ui.small}>{check.address}</div>}
      {check.consultation && (
        <div className={ui.small}>{t("vatConsultation", { number: check.consultation })}</div>
      )}
    </>
  );
}

function Asker({ check }: { check: VatCheckRow }) {
  const { named } = useLanguage();
  return (
    <>
      {check.customer_id ? (
        <Link to={`/clienti/${check.customer_id}`}>{check.email || `#${check.customer_id}`}</Link>
      ) : (
        check.email || "–"
      )}
      <div className={ui.small}>{named("vatRequestedBy", check.requested_by)}</div>
    </>
  );
}
