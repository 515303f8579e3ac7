import { Link, useSearchParams } from "react-router";
import { apiQuery, get } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { EInvoiceList } from "../api/types.ts";
import details from "../components/details.module.css";
import { ChoiceFilter, DayFilter, FilterForm } from "../components/filters.tsx";
import { ListPage, Rows } from "../components/list.tsx";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Badge, Outcome, StateTabs } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";

const BASE = "/fatture";
const STATES = ["", "ready", "sent", "delivered", "undelivered", "rejected"];
const KINDS = ["", "TD01", "TD04", "TD24"];

/** List of electronic invoices by state, kind, days and search; the results can be downloaded as one archive. */
export function EInvoicesPage() {
  const { t, named } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/einvoices", { query }));
  const { error, run } = useAction();
  const errors = loaded.error?.errors ?? [];
  const save = () =>
    run(async () => {
      saveFile(await get("/api/admin/einvoices/export", { query }), "fatture.zip");
      return "";
    });
  return (
    <ListPage
      title={t("einvoices")}
      base={BASE}
      search={t("searchEInvoices")}
      actions={
        <button type="button" className={ui.button} onClick={() => void save()}>
          {t("einvoiceZip")}
        </button>
      }
      filters={
        <>
          <StateTabs label={t("einvoicesByState")} base={BASE} group="einvoiceState" states={STATES} />
          <FilterForm base={BASE} names={["kind", "from", "to"]} clearable>
            <ChoiceFilter
              name="kind"
              label={t("einvoiceKind")}
              errors={errors}
              options={KINDS.map((value) => ({ value, label: named("einvoiceKind", value) }))}
            />
            <DayFilter name="from" label={t("fromDay")} errors={errors} />
            <DayFilter name="to" label={t("toDay")} errors={errors} />
          </FilterForm>
          <Outcome error={error} />
        </>
      }
      loaded={loaded}
      empty={t("noEInvoices")}
    >
      {(list) => <Documents list={list} />}
    </ListPage>
  );
}

function Documents({ list }: { list: EInvoiceList }) {
  const { t, named, format } = useLanguage();
  return (
    <div className={details.stack}>
      <Rows
        rows={list.einvoices}
        id={(one) => one.id}
        columns={[
          { label: t("number"), cell: (one) => <Link to={`${BASE}/${one.id}`}>{one.number}</Link> },
          { label: t("einvoiceKind"), cell: (one) => named("einvoiceKind", one.kind) },
          { label: t("date"), cell: (one) => format.day(one.day) },
          { label: t("customer"), cell: (one) => one.buyer },
          {
            label: t("status"),
            cell: (one) => (
              <>
                <Badge group="einvoiceState" value={one.state} />
                {one.code && <span className={ui.small}> {one.code}</span>}
              </>
            ),
          },
          { label: t("total"), number: true, cell: (one) => format.price(one.total_cents) },
        ]}
      />
    </div>
  );
}
