// Filters above a list. They are part of the URL, so that it can be bookmarked and shared.

import type { ReactNode } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { Field } from "../../ui/Field.tsx";
import type { FieldProblem } from "../api/types.ts";
import { useLanguage } from "../context/language.tsx";
import { queryWith } from "../context/navigation.ts";
import styles from "./lists.module.css";
import ui from "./ui.module.css";

interface FilterFormProps {
  /** Path of the list. */
  base: string;
  /** Names of the filters. */
  names: readonly string[];
  /** Default sort order, which is left out of the URL. */
  defaultSort?: string | undefined;
  /** A new value resets the controls, as a new URL does. */
  resetKey?: string | number;
  /** Shows a button that clears the filters. */
  clearable?: boolean;
  children: ReactNode;
}

/** Form with the filters and the button that applies them. */
export function FilterForm({
  base,
  names,
  defaultSort,
  resetKey = "",
  clearable,
  children,
}: FilterFormProps) {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const current = names.map((name) => query.get(name) ?? "");
  const apply = (chosen: (name: string) => string) => {
    const changes = Object.fromEntries(names.map((name) => [name, chosen(name)]));
    navigate(base + queryWith(query, { ...changes, page: "" }), { replace: true });
  };
  return (
    <form
      key={[...current, resetKey].join(" ")}
      aria-label={t("filters")}
      className={styles.filters}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        apply((name) => {
          const value = String(form.get(name) ?? "");
          return name === "sort" && value === defaultSort ? "" : value;
        });
      }}
    >
      {children}
      <div className={ui.buttons}>
        <button type="submit" className={ui.button}>
          {t("applyFilters")}
        </button>
        {clearable && current.some(Boolean) && (
          <button type="button" className={ui.plain} onClick={() => apply(() => "")}>
            {t("clearFilters")}
          </button>
        )}
      </div>
    </form>
  );
}

interface FilterProps {
  name: string;
  label: string;
  /** Errors of the list request. */
  errors: FieldProblem[];
}

const errorOf = (errors: FieldProblem[], name: string) => errors.find((one) => one.field === name)?.message;

/** Filter by a day. */
export function DayFilter({
  name,
  label,
  errors,
  initial = "",
}: FilterProps & { initial?: string | undefined }) {
  const [query] = useSearchParams();
  return (
    <Field name={name} label={label} error={errorOf(errors, name)}>
      {(control) => <input {...control} type="date" defaultValue={query.get(name) || initial} />}
    </Field>
  );
}

/** Filter by a text. */
export function TextFilter({ name, label, errors }: FilterProps) {
  const [query] = useSearchParams();
  return (
    <Field name={name} label={label} error={errorOf(errors, name)}>
      {(control) => <input {...control} autoComplete="off" defaultValue={query.get(name) ?? ""} />}
    </Field>
  );
}

interface ChoiceFilterProps extends FilterProps {
  /** The first option is the default. */
  options: { value: string; label: string }[];
}

/** Filter by one of several values. */
export function ChoiceFilter({ name, label, errors, options }: ChoiceFilterProps) {
  const [query] = useSearchParams();
  return (
    <Field name={name} label={label} error={errorOf(errors, name)}>
      {(control) => (
        <select {...control} defaultValue={query.get(name) || options[0]?.value}>
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
