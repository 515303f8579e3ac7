// The choices above a list. They are part of the address, so that it can be kept and sent.

import type { ReactNode } from "react";
import { Field } from "../../ui/Field.tsx";
import type { FieldProblem } from "../api/types.ts";
import { useLanguage } from "../context/language.tsx";
import { navigate, queryWith, useLocation } from "../context/router.tsx";
import styles from "./lists.module.css";
import ui from "./ui.module.css";

interface FilterFormProps {
  /** Address of the list. */
  base: string;
  /** Names of the choices. */
  names: readonly string[];
  /** The order that holds unless another is chosen: it is left out of the address. */
  usualSort?: string | undefined;
  /** Another value begins the controls anew, as another address does. */
  begin?: string | number;
  /** Offers to take back what is chosen. */
  clears?: boolean;
  children: ReactNode;
}

/** The choices with the button that applies them. */
export function FilterForm({ base, names, usualSort, begin = "", clears, children }: FilterFormProps) {
  const { t } = useLanguage();
  const { query } = useLocation();
  const given = names.map((name) => query.get(name) ?? "");
  const go = (chosen: (name: string) => string) => {
    const changes = Object.fromEntries(names.map((name) => [name, chosen(name)]));
    navigate(base + queryWith(query, { ...changes, page: "" }), "replace");
  };
  return (
    <form
      key={[...given, begin].join(" ")}
      aria-label={t("filters")}
      className={styles.filters}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        go((name) => {
          const value = String(form.get(name) ?? "");
          return name === "sort" && value === usualSort ? "" : value;
        });
      }}
    >
      {children}
      <div className={ui.buttons}>
        <button type="submit" className={ui.button}>
          {t("applyFilters")}
        </button>
        {clears && given.some(Boolean) && (
          <button type="button" className={ui.plain} onClick={() => go(() => "")}>
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
  /** What was refused of the list. */
  errors: FieldProblem[];
}

const errorOf = (errors: FieldProblem[], name: string) => errors.find((one) => one.field === name)?.message;

/** A day; `shown` while none is chosen. */
export function DayFilter({ name, label, errors, shown = "" }: FilterProps & { shown?: string | undefined }) {
  const { query } = useLocation();
  return (
    <Field name={name} label={label} error={errorOf(errors, name)}>
      {(control) => <input {...control} type="date" defaultValue={query.get(name) || shown} />}
    </Field>
  );
}

/** A line of text. */
export function TextFilter({ name, label, errors }: FilterProps) {
  const { query } = useLocation();
  return (
    <Field name={name} label={label} error={errorOf(errors, name)}>
      {(control) => <input {...control} autoComplete="off" defaultValue={query.get(name) ?? ""} />}
    </Field>
  );
}

interface ChoiceFilterProps extends FilterProps {
  /** The first one holds unless another is chosen. */
  options: { value: string; label: string }[];
}

/** One of several values. */
export function ChoiceFilter({ name, label, errors, options }: ChoiceFilterProps) {
  const { query } = useLocation();
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
