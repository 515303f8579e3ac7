import { Fragment } from "react";
import { useSearchParams } from "react-router";
import { apiQuery, get } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { ConsentRow } from "../api/types.ts";
import { DayFilter, FilterForm } from "../components/filters.tsx";
import { ListPage, Rows } from "../components/list.tsx";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";

const BASE = "/consensi";

/** Cookie consent choices, stored as proof. */
export function ConsentsPage() {
  const { t, named, format } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/consents", { query }));
  const { error, run } = useAction();
  const save = () =>
    run(async () => {
      saveFile(await get("/api/admin/consents/export", { query }), "consensi.csv");
      return "";
    });
  return (
    <ListPage
      title={t("consents")}
      base={BASE}
      search={t("searchConsents")}
      actions={
        <button type="button" className={ui.button} onClick={() => void save()}>
          {t("exportCsv")}
        </button>
      }
      filters={
        <>
          <p className={ui.small}>{t("consentsIntro")}</p>
          <FilterForm base={BASE} names={["from", "to"]} clearable>
            <DayFilter name="from" label={t("fromDay")} errors={loaded.error?.errors ?? []} />
            <DayFilter name="to" label={t("toDay")} errors={loaded.error?.errors ?? []} />
          </FilterForm>
          {error && <Outcome error={error} />}
        </>
      }
      loaded={loaded}
      empty={t("noConsents")}
    >
      {(list) => (
        <Rows
          rows={list.consents}
          id={(one) => one.id}
          columns={[
            { label: t("consentWhen"), cell: (one) => format.moment(one.decided_at) },
            { label: t("consentBrowser"), cell: (one) => <code>{one.visitor_id}</code> },
            { label: t("consentChoice"), cell: (one) => named("consentKind", one.kind) },
            {
              label: t("consentCategories"),
              cell: (one) => one.categories.map((name) => named("consentCategory", name)).join(", "),
            },
            { label: t("consentServicesChosen"), cell: (one) => <Services consent={one} /> },
            { label: t("consentPolicy"), number: true, cell: (one) => format.integer(one.policy_id) },
          ]}
        />
      )}
    </ListPage>
  );
}

function Services({ consent }: { consent: ConsentRow }) {
  const { t } = useLanguage();
  const chosen = [
    ...consent.services_allowed.map((name) => ({ name, sign: "✓", label: t("serviceAllowed") })),
    ...consent.services_refused.map((name) => ({ name, sign: "✗", label: t("serviceRefused") })),
  ];
  if (chosen.length === 0) return <>–</>;
  return chosen.map(({ name, sign, label }, at) => (
    <Fragment key={name}>
      {at > 0 && ", "}
      <span aria-hidden="true">{sign} </span>
      <span className="visuallyHidden">{label} </span>
      {name}
    </Fragment>
  ));
}
