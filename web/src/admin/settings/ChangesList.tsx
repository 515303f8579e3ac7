import { question } from "../api/client.ts";
import { useFormat } from "../components/format.ts";
import ui from "../components/ui.module.css";
import { Failure, Pagination } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { useLocation } from "../context/router.tsx";
import { useData } from "../context/useData.ts";

/** Who changed which setting when, newest first. */
export function ChangesList() {
  const { t, named } = useLanguage();
  const format = useFormat();
  const { query } = useLocation();
  const { data, error, reload } = useData(question("/api/admin/setting-changes", { query }));
  if (error && !data) return <Failure error={error} retry={reload} />;
  if (!data) return <p role="status">{t("loading")}</p>;
  if (data.changes.length === 0) return <p className={ui.empty}>{t("noChanges")}</p>;
  // A way of payment and what of it changed: "bacs.iban".
  const ofPayment = (field: string) => {
    const [method = "", part] = field.split(".");
    return part === undefined
      ? named("changed", field)
      : `${named("payment", method)} › ${named("paymentField", part)}`;
  };
  const fieldName = (section: string, field: string) => {
    if (section === "payments") return ofPayment(field);
    const setting = named("setting", field);
    return setting === field ? named("changed", field) : setting;
  };
  const words = (section: string, value: string) =>
    section === "payments" && value ? named("paymentChange", value) : value;
  return (
    <>
      <div className={ui.scroll}>
        <table className={`${ui.table} ${ui.stacked}`}>
          <thead>
            <tr>
              <th scope="col">{t("changeField")}</th>
              <th scope="col">{t("changeBefore")}</th>
              <th scope="col">{t("changeAfter")}</th>
              <th scope="col">{t("changedBy")}</th>
              <th scope="col">{t("date")}</th>
            </tr>
          </thead>
          <tbody>
            {data.changes.map((change, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is only read, and two changes may be alike
              <tr key={n}>
                <th scope="row">
                  {named("section", change.section)} › {fieldName(change.section, change.field)}
                </th>
                <td data-label={t("changeBefore")}>{words(change.section, change.before) || "–"}</td>
                <td data-label={t("changeAfter")}>{words(change.section, change.after) || "–"}</td>
                <td data-label={t("changedBy")}>{change.author}</td>
                <td data-label={t("date")}>{format.moment(change.changed_at)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Pagination base="/impostazioni/modifiche" page={data.page} pages={data.pages} />
    </>
  );
}
