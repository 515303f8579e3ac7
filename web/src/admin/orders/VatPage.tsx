import { Link, useSearchParams } from "react-router";
import { apiQuery, get } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import { DayFilter, FilterForm } from "../components/filters.tsx";
import lists from "../components/lists.module.css";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Failure, Heading, Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { VatTable } from "../components/VatTable.tsx";
import { useLanguage } from "../context/language.tsx";

/** VAT of a range of days by rate, as a table and as a file. The range is part of the URL. */
export function VatPage() {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const { data, error, isFetching, refetch } = useList(apiQuery("/api/admin/vat", { query }));
  const { error: exportError, success, run } = useAction();
  const fetchFile = () =>
    run(async () => {
      saveFile(await get("/api/admin/vat/export", { query }), `iva-${data?.from}-${data?.to}.csv`);
      return t("exported");
    });
  return (
    <>
      <div className={lists.head}>
        <Heading title={t("vatOfDays")}>{t("vatOfDays")}</Heading>
        <div className={ui.buttons}>
          <Link to="/iva/verifiche" className={ui.button}>
            {t("vatChecks")}
          </Link>
          <button type="button" className={ui.button} onClick={() => void fetchFile()}>
            {t("exportCsv")}
          </button>
        </div>
      </div>
      <FilterForm base="/iva" names={["from", "to"]} resetKey={`${data?.from} ${data?.to}`}>
        <DayFilter name="from" label={t("fromDay")} errors={error?.errors ?? []} initial={data?.from} />
        <DayFilter name="to" label={t("toDay")} errors={error?.errors ?? []} initial={data?.to} />
      </FilterForm>
      <Outcome error={exportError} success={success} />
      {error && error.errors.length === 0 && <Failure error={error} retry={refetch} />}
      {!data && isFetching && <p role="status">{t("loading")}</p>}
      {data && !error && (
        <section className={ui.card} aria-busy={isFetching} aria-label={t("vatOfDays")}>
          {data.charged.length + data.refunded.length === 0 ? (
            <p className={ui.empty}>{t("vatNone")}</p>
          ) : (
            <VatTable sums={data} label={t("vatOfDays")} />
          )}
          <p className={ui.small}>{t("vatRule")}</p>
        </section>
      )}
    </>
  );
}
