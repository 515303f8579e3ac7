import { Field } from "../../ui/Field.tsx";
import type { FieldProblem } from "../api/types.ts";
import styles from "../components/lists.module.css";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";
import { navigate, queryWith, useLocation } from "../context/router.tsx";

const SORTS = ["newest", "oldest", "highest", "lowest", "name"];

/** Days and order of the list. They are part of the address, so that it can be kept and sent. */
export function OrderFilters({ errors }: { errors: FieldProblem[] }) {
  const { t, named } = useLanguage();
  const { query } = useLocation();
  const given = (name: string) => query.get(name) ?? "";
  const error = (name: string) => errors.find((one) => one.field === name)?.message;
  const go = (changes: Record<string, string>) =>
    navigate(`/ordini${queryWith(query, { ...changes, page: "" })}`, "replace");
  const day = (name: string, label: string) => (
    <Field name={name} label={label} error={error(name)}>
      {(control) => <input {...control} type="date" defaultValue={given(name)} />}
    </Field>
  );
  return (
    <form
      key={`${given("from")} ${given("to")} ${given("sort")}`}
      aria-label={t("filters")}
      className={styles.filters}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const value = (name: string) => String(form.get(name) ?? "");
        const sort = value("sort");
        go({ from: value("from"), to: value("to"), sort: sort === SORTS[0] ? "" : sort });
      }}
    >
      {day("from", t("fromDay"))}
      {day("to", t("toDay"))}
      <Field name="sort" label={t("sortBy")} error={error("sort")}>
        {(control) => (
          <select {...control} defaultValue={given("sort") || SORTS[0]}>
            {SORTS.map((sort) => (
              <option key={sort} value={sort}>
                {named("orderSort", sort)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div className={ui.buttons}>
        <button type="submit" className={ui.button}>
          {t("applyFilters")}
        </button>
        {(given("from") || given("to") || given("sort")) && (
          <button type="button" className={ui.plain} onClick={() => go({ from: "", to: "", sort: "" })}>
            {t("clearFilters")}
          </button>
        )}
      </div>
    </form>
  );
}
