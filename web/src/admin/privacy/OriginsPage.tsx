import { get, question } from "../api/client.ts";
import { DayFilter, FilterForm } from "../components/filters.tsx";
import { ListPage, Rows } from "../components/list.tsx";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useAct } from "../components/useAct.ts";
import { useLanguage } from "../context/language.tsx";
import { useLocation } from "../context/router.tsx";
import { useData } from "../context/useData.ts";

const BASE = "/provenienza";

/** Orders of some days by source and campaign, as a table and as a file. The days are part of the address. */
export function OriginsPage() {
  const { t, format } = useLanguage();
  const { query } = useLocation();
  const loaded = useData(question("/api/admin/origins", { query }));
  const { refused, act } = useAct();
  const { data } = loaded;
  const save = () =>
    act(async () => {
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
          <FilterForm base={BASE} names={["from", "to"]} begin={`${data?.from} ${data?.to}`}>
            <DayFilter
              name="from"
              label={t("fromDay")}
              errors={loaded.error?.errors ?? []}
              shown={data?.from}
            />
            <DayFilter name="to" label={t("toDay")} errors={loaded.error?.errors ?? []} shown={data?.to} />
          </FilterForm>
          <p className={ui.small}>{t("originsRule")}</p>
          {refused && <Outcome error={refused} />}
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
