import { Field } from "../../ui/Field.tsx";
import { question } from "../api/client.ts";
import type { FieldProblem } from "../api/types.ts";
import styles from "../components/lists.module.css";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";
import { navigate, queryWith, useLocation } from "../context/router.tsx";
import { useData } from "../context/useData.ts";

const NAMES = ["stock", "kind", "category", "sort"] as const;
const STOCKS = ["instock", "outofstock", "onbackorder"];
const KINDS = ["simple", "variable", "grouped", "external"];
const SORTS = ["name", "newest", "cheapest", "dearest", "sold"];

/** Stock, kind, category and order of the list. They are part of the address, so that it can be kept and sent. */
export function ProductFilters({ errors }: { errors: FieldProblem[] }) {
  const { t, named } = useLanguage();
  const { query } = useLocation();
  const { data: categories } = useData(question("/api/admin/categories"));
  const given = (name: string) => query.get(name) ?? "";
  const go = (changes: Record<string, string>) =>
    navigate(`/prodotti${queryWith(query, { ...changes, page: "" })}`, "replace");
  const select = (name: string, label: string, options: { value: string; label: string }[]) => (
    // A choice from another list begins anew when that list arrives; the other choices stay as they are.
    <Field
      key={name === "category" ? `${name} ${categories?.length ?? 0}` : name}
      name={name}
      label={label}
      error={errors.find((one) => one.field === name)?.message}
    >
      {(control) => (
        <select {...control} defaultValue={given(name) || options[0]?.value}>
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  const any = { value: "", label: t("anyOfThem") };
  const words = (group: string, values: string[]) =>
    values.map((value) => ({ value, label: named(group, value) }));
  return (
    <form
      key={NAMES.map(given).join(" ")}
      aria-label={t("filters")}
      className={styles.filters}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        const value = (name: string) => String(form.get(name) ?? "");
        const sort = value("sort");
        go({
          stock: value("stock"),
          kind: value("kind"),
          category: value("category"),
          sort: sort === SORTS[0] ? "" : sort,
        });
      }}
    >
      {select("stock", t("stock"), [any, ...words("stock", STOCKS)])}
      {select("kind", t("kindOfProduct"), [any, ...words("kind", KINDS)])}
      {select("category", t("category"), [
        any,
        ...(categories ?? []).map((one) => ({ value: String(one.id), label: one.name })),
      ])}
      {select("sort", t("sortBy"), words("productSort", SORTS))}
      <div className={ui.buttons}>
        <button type="submit" className={ui.button}>
          {t("applyFilters")}
        </button>
        {NAMES.some(given) && (
          <button
            type="button"
            className={ui.plain}
            onClick={() => go({ stock: "", kind: "", category: "", sort: "" })}
          >
            {t("clearFilters")}
          </button>
        )}
      </div>
    </form>
  );
}
