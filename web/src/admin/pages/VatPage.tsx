import { useState } from "react";
import { Field } from "../../ui/Field.tsx";
import { get, question, type Refused } from "../api/client.ts";
import lists from "../components/lists.module.css";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Failure, Heading, Outcome } from "../components/ui.tsx";
import { VatTable } from "../components/VatTable.tsx";
import { useLanguage } from "../context/language.tsx";
import { navigate, queryWith, useLocation } from "../context/router.tsx";
import { useData } from "../context/useData.ts";

/** VAT of some days by rate, as a table and as a file. The days are part of the address. */
export function VatPage() {
  const { t } = useLanguage();
  const { query } = useLocation();
  const { data, error, loading, reload } = useData(question("/api/admin/vat", { query }));
  const [refused, setRefused] = useState<Refused | null>(null);
  const [told, setTold] = useState("");
  const fetchFile = async () => {
    setRefused(null);
    setTold("");
    try {
      saveFile(await get("/api/admin/vat/export", { query }), `iva-${data?.from}-${data?.to}.csv`);
      setTold(t("exported"));
    } catch (reason) {
      setRefused(reason as Refused);
    }
  };
  return (
    <>
      <div className={lists.head}>
        <Heading title={t("vatOfDays")}>{t("vatOfDays")}</Heading>
        <div className={ui.buttons}>
          <button type="button" className={ui.button} onClick={() => void fetchFile()}>
            {t("exportCsv")}
          </button>
        </div>
      </div>
      <Days from={data?.from ?? ""} to={data?.to ?? ""} error={error} />
      <Outcome error={refused} success={told} />
      {error && error.errors.length === 0 && <Failure error={error} retry={reload} />}
      {!data && loading && <p role="status">{t("loading")}</p>}
      {data && !error && (
        <section className={ui.card} aria-busy={loading} aria-label={t("vatOfDays")}>
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

/** The choice of the days. */
function Days({ from, to, error }: { from: string; to: string; error: Refused | null }) {
  const { t } = useLanguage();
  const { query } = useLocation();
  const given = (name: string) => query.get(name) ?? "";
  const wrong = (name: string) => error?.errors.find((one) => one.field === name)?.message;
  const day = (name: "from" | "to", label: string, shown: string) => (
    <Field name={name} label={label} error={wrong(name)}>
      {(control) => <input {...control} type="date" defaultValue={given(name) || shown} />}
    </Field>
  );
  return (
    <form
      key={`${given("from")} ${given("to")} ${from} ${to}`}
      aria-label={t("filters")}
      className={lists.filters}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const value = (name: string) => String(form.get(name) ?? "");
        navigate(`/iva${queryWith(query, { from: value("from"), to: value("to") })}`, "replace");
      }}
    >
      {day("from", t("fromDay"), from)}
      {day("to", t("toDay"), to)}
      <div className={ui.buttons}>
        <button type="submit" className={ui.button}>
          {t("applyFilters")}
        </button>
      </div>
    </form>
  );
}
