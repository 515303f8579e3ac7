import { useSearchParams } from "react-router";
import { apiQuery } from "../../api/client.ts";
import { useList } from "../../api/queries.ts";
import type { ChangeRow } from "../../api/types.ts";
import { Rows } from "../../components/list.tsx";
import ui from "../../components/ui.module.css";
import { Failure, Pagination } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";

/** Log of changed settings with author and time, newest first. */
export function ChangesList() {
  const { t, named, format } = useLanguage();
  const [query] = useSearchParams();
  const { data, error, refetch } = useList(apiQuery("/api/admin/setting-changes", { query }));
  if (error && !data) return <Failure error={error} retry={refetch} />;
  if (!data) return <p role="status">{t("loading")}</p>;
  if (data.changes.length === 0) return <p className={ui.empty}>{t("noChanges")}</p>;
  // A payment method and the changed field: "bacs.iban".
  const ofPayment = (field: string) => {
    const [method = "", part] = field.split(".");
    return part === undefined
      ? named("changed", field)
      : `${named("payment", method)} › ${named("paymentField", part)}`;
  };
  const fieldName = ({ section, field, label }: ChangeRow) =>
    label ||
    (section === "payments"
      ? ofPayment(field)
      : named(section === "theme" ? "themeField" : "changed", field));
  const words = (section: string, value: string) =>
    section === "payments" && value ? named("paymentChange", value) : value;
  return (
    <>
      <Rows
        // By index: the list never changes, and two changes may be identical.
        rows={data.changes.map((change, index) => ({ ...change, index }))}
        id={(change) => change.index}
        columns={[
          {
            label: t("changeField"),
            cell: (change) => `${named("section", change.section)} › ${fieldName(change)}`,
          },
          { label: t("changeBefore"), cell: (change) => words(change.section, change.before) || "–" },
          { label: t("changeAfter"), cell: (change) => words(change.section, change.after) || "–" },
          { label: t("changedBy"), cell: (change) => change.author },
          { label: t("date"), cell: (change) => format.moment(change.changed_at) },
        ]}
      />
      <Pagination base="/impostazioni/modifiche" page={data.page} pages={data.pages} />
    </>
  );
}
