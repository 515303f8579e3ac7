import { useSearchParams } from "react-router";
import { apiQuery, get } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import { DayFilter, FilterForm } from "../components/filters.tsx";
import { ListPage, Rows } from "../components/list.tsx";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";

const BASE = "/provenienza";

/** Orders of a range of days by source and campaign, as a table and as a file. The range is part of the URL. */
export function OriginsPage() {
  const { t, format } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/origins", { query }));
  const { error, run } = useAction();
  const { data } = loaded;
  const save = () =>
    run(async () => {
      const name = `provenienza-${data?.from}-${data?.to}.csv`;
      saveFile(await get("/api/admin/origins/export", { query }), name);
      return "";
    });
  return (
    <ListPage
      title={t("originsTitle")}
      base={BASE}
      actions={
        <button type="button" className={ui.button} onClick={() => void save()}>
          {t("exportCsv")}
        </button>
      }
      filters={
        <>
          <FilterForm base={BASE} names={["from", "to"]} resetKey={`${data?.from} ${data?.to}`}>
            <DayFilter
              name="from"
              label={t("fromDay")}
              errors={loaded.error?.errors ?? []}
              initial={data?.from}
            />
            <DayFilter name="to" label={t("toDay")} errors={loaded.error?.errors ?? []} initial={data?.to} />
          </FilterForm>
          <p className={ui.small}>{t("originsRule")}</p>
          {error && <Outcome error={error} />}
        </>
      }
      loaded={loaded}
      empty={t("noOrigins")}
    >
      {(report) => (
        <Rows
          rows={[
            { label: t("originSum"), medium: "", campaign: "", kind: "sum", source: "", ...report.sum },
            ...report.origins,
          ]}
          id={(one) => JSON.stringify([one.kind, one.source, one.medium, one.campaign])}
          columns={[
            { label: t("origin"), cell: (one) => one.label },
            { label: t("originMedium"), cell: (one) => one.medium || "–" },
            { label: t("originCampaign"), cell: (one) => one.campaign || "–" },
            { label: t("originOrders"), number: true, cell: (one) => format.integer(one.orders) },
            { label: t("originRevenue"), number: true, cell: (one) => format.price(one.revenue_cents) },
            { label: t("originAverage"), number: true, cell: (one) => format.price(one.average_cents) },
          ]}
        />
      )}
    </ListPage>
  );
}
