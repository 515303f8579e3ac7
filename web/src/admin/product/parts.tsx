// Controls of the purchase fields: like those of `fields.tsx`, for values that lie in lists.

import type { ReactNode } from "react";
import fieldStyles from "../../ui/Field.module.css";
import { Field } from "../../ui/Field.tsx";
import styles from "../components/details.module.css";
import type { Form } from "../components/fields.tsx";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";

interface TypedProps {
  form: Form;
  /** Name of the field in refusals, without `purchase.`. */
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  inputMode?: "decimal" | "numeric";
}

/** A line of text. */
export function Typed({ form, name, label, value, onChange, hint, inputMode }: TypedProps) {
  const field = `purchase.${name}`;
  return (
    <Field name={field} label={label} error={form.error(field)} {...(hint ? { hint } : {})}>
      {(control) => (
        <input
          {...control}
          inputMode={inputMode}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

interface PickedProps extends Omit<TypedProps, "hint" | "inputMode"> {
  /** Group of the options' names. */
  group: string;
  options: string[];
}

/** One of several values. */
export function Picked({ form, name, label, value, onChange, group, options }: PickedProps) {
  const { named } = useLanguage();
  const field = `purchase.${name}`;
  return (
    <Field name={field} label={label} error={form.error(field)}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option} value={option}>
              {named(group, option)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Yes or no. */
export function Ticked({
  label,
  value,
  onChange,
}: {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}) {
  return (
    <label className={ui.check}>
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

/** An entry of a list with the button that takes it away. */
export function Entry({
  title,
  remove,
  children,
}: {
  title: string;
  remove: () => void;
  children: ReactNode;
}) {
  const { t } = useLanguage();
  return (
    <fieldset className={styles.step}>
      <legend>{title}</legend>
      {children}
      <button
        type="button"
        className={ui.button}
        onClick={remove}
        aria-label={t("removeEntry", { name: title })}
      >
        {t("removeThis")}
      </button>
    </fieldset>
  );
}

/** A refusal that concerns a whole list. */
export function ListRefusal({ form, name }: { form: Form; name: string }) {
  const error = form.error(`purchase.${name}`);
  return error ? (
    <p className={fieldStyles.error} role="alert">
      {error}
    </p>
  ) : null;
}
