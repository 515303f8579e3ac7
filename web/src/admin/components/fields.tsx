// Form controls whose values are stored by name, each with its error below. Validation is left to the server.

import {
  type Dispatch,
  type HTMLInputTypeAttribute,
  type RefObject,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from "react";
import { Field } from "../../ui/Field.tsx";
import type { ApiError } from "../api/client.ts";
import { useLanguage } from "../context/language.tsx";
import ui from "./ui.module.css";
import { useAction } from "./useAction.ts";

/** Values of a form by field name, as in the server's errors. */
export type Values = Record<string, string | boolean>;

export interface Form {
  values: Values;
  set: (name: string, value: string | boolean) => void;
  /** Returns the error message of a field. */
  error: (name: string) => string | undefined;
}

export interface FormState extends Form {
  /** Whether a field below this path has an error. */
  hasErrorIn: (path: string) => boolean;
  /** Replaces all values. */
  fill: Dispatch<SetStateAction<Values>>;
  busy: boolean;
  apiError: ApiError | null;
  success: string;
  element: RefObject<HTMLFormElement | null>;
  /** Runs the form's action and shows its result as a success message. On errors, reveals the first invalid field and moves the focus. */
  send: (act: () => Promise<string>) => Promise<void>;
}

/** Finds the control of a field. */
export function fieldOf(form: HTMLElement | null, name: string): HTMLElement | null {
  return name ? (form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`) ?? null) : null;
}

/** Makes a field visible and clear of sticky bars: opens the collapsed sections around it and scrolls it to the middle. */
export function reveal(field: HTMLElement | null | undefined): HTMLElement | null {
  for (let fold = field?.closest("details"); fold; fold = fold.parentElement?.closest("details")) {
    fold.open = true;
  }
  field?.scrollIntoView({ block: "center" });
  return field ?? null;
}

/** State of a form: its values, its errors, and sending it. */
export function useForm(initial: Values): FormState {
  const [values, fill] = useState(initial);
  const { busy, error: apiError, success, clearSuccess, run: send } = useAction();
  const element = useRef<HTMLFormElement>(null);
  // Reveals the first invalid field. The focus goes to the form's error summary, or else to the field.
  useEffect(() => {
    if (!apiError) return;
    const field = reveal(element.current?.querySelector<HTMLElement>("[aria-invalid]"));
    const summary = element.current?.querySelector<HTMLElement>("[data-refusals]");
    (summary ?? field)?.focus({ preventScroll: true });
  }, [apiError]);
  return {
    values,
    fill,
    busy,
    apiError,
    success,
    element,
    set: (name, value) => {
      clearSuccess();
      fill((before) => ({ ...before, [name]: value }));
    },
    error: (name) => apiError?.errors.find((one) => one.field === name)?.message,
    hasErrorIn: (path) => Boolean(apiError?.errors.some((one) => one.field.startsWith(`${path}.`))),
    send,
  };
}

interface TextProps {
  form: Form;
  name: string;
  label: string;
  hint?: string | undefined;
  type?: HTMLInputTypeAttribute;
  inputMode?: "decimal" | "numeric";
  /** Id of a list of suggestions. */
  list?: string;
}

/** Single-line text field. */
export function Text({ form, name, label, hint, type = "text", inputMode, list }: TextProps) {
  return (
    <Field name={name} label={label} error={form.error(name)} {...(hint ? { hint } : {})}>
      {(control) => (
        <input
          {...control}
          type={type}
          inputMode={inputMode}
          list={list}
          autoComplete="off"
          value={String(form.values[name] ?? "")}
          onChange={(event) => form.set(name, event.target.value)}
        />
      )}
    </Field>
  );
}

interface AreaProps {
  form: Form;
  name: string;
  label: string;
  rows: number;
  hint?: string;
}

/** Multi-line text field. */
export function Area({ form, name, label, rows, hint }: AreaProps) {
  return (
    <Field name={name} label={label} error={form.error(name)} {...(hint ? { hint } : {})}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          value={String(form.values[name] ?? "")}
          onChange={(event) => form.set(name, event.target.value)}
        />
      )}
    </Field>
  );
}

interface SelectProps {
  form: Form;
  name: string;
  label: string;
  options: { value: string; label: string }[];
}

/** Select field. */
export function Select({ form, name, label, options }: SelectProps) {
  return (
    <Field name={name} label={label} error={form.error(name)}>
      {(control) => (
        <select
          {...control}
          value={String(form.values[name])}
          onChange={(event) => form.set(name, event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface ChoiceProps extends Omit<SelectProps, "options"> {
  /** Text group of the options' names. */
  group: string;
  options: readonly string[];
}

/** Select field whose options are labelled from a text group. */
export function Choice({ group, options, ...field }: ChoiceProps) {
  const { named } = useLanguage();
  return <Select {...field} options={options.map((value) => ({ value, label: named(group, value) }))} />;
}

/** Checkbox. */
export function Check({ form, name, label }: { form: Form; name: string; label: string }) {
  return (
    <label className={ui.check}>
      <input
        type="checkbox"
        name={name}
        checked={Boolean(form.values[name])}
        onChange={(event) => form.set(name, event.target.checked)}
      />
      {label}
    </label>
  );
}
