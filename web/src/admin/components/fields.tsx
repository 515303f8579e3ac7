// Controls of a form whose values are kept by name, each with its refusal under it. No value is judged here.

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
import type { Refused } from "../api/client.ts";
import { useLanguage } from "../context/language.tsx";
import ui from "./ui.module.css";
import { useAct } from "./useAct.ts";

/** Everything in a form by the name of its field, as in the server's refusals. */
export type Values = Record<string, string | boolean>;

export interface Form {
  values: Values;
  set: (name: string, value: string | boolean) => void;
  /** Sentence of a field's refusal. */
  error: (name: string) => string | undefined;
}

export interface FormState extends Form {
  /** Whether a field whose name begins so was refused. */
  wrongIn: (place: string) => boolean;
  /** Puts other values in place of all. */
  fill: Dispatch<SetStateAction<Values>>;
  busy: boolean;
  refused: Refused | null;
  success: string;
  element: RefObject<HTMLFormElement | null>;
  /** Runs what the form is for; its answer is told as a success. A refusal shows the first refused field and moves the focus. */
  send: (act: () => Promise<string>) => Promise<void>;
}

/** The control of a form's field. */
export function fieldOf(form: HTMLElement | null, name: string): HTMLElement | null {
  return name ? (form?.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`) ?? null) : null;
}

/** Brings a field into sight, clear of bars at the edges of the window: unfolds what it lies in and scrolls it to the middle. */
export function reveal(field: HTMLElement | null | undefined): HTMLElement | null {
  for (let fold = field?.closest("details"); fold; fold = fold.parentElement?.closest("details")) {
    fold.open = true;
  }
  field?.scrollIntoView({ block: "center" });
  return field ?? null;
}

/** A form: what is typed, what was refused, and sending it. */
export function useForm(initial: Values): FormState {
  const [values, fill] = useState(initial);
  const { busy, refused, success, forget, act: send } = useAct();
  const element = useRef<HTMLFormElement>(null);
  // The first refused field comes into sight. The focus goes to the form's summary of refusals, else to the field.
  useEffect(() => {
    if (!refused) return;
    const field = reveal(element.current?.querySelector<HTMLElement>("[aria-invalid]"));
    const summary = element.current?.querySelector<HTMLElement>("[data-refusals]");
    (summary ?? field)?.focus({ preventScroll: true });
  }, [refused]);
  return {
    values,
    fill,
    busy,
    refused,
    success,
    element,
    set: (name, value) => {
      forget();
      fill((before) => ({ ...before, [name]: value }));
    },
    error: (name) => refused?.errors.find((one) => one.field === name)?.message,
    wrongIn: (place) => Boolean(refused?.errors.some((one) => one.field.startsWith(`${place}.`))),
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

/** A line of text. */
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

/** Several lines of text. */
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

/** One of several values. */
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
  /** Group of the options' names. */
  group: string;
  options: readonly string[];
}

/** One of several values that have names. */
export function Choice({ group, options, ...field }: ChoiceProps) {
  const { named } = useLanguage();
  return <Select {...field} options={options.map((value) => ({ value, label: named(group, value) }))} />;
}

/** Yes or no. */
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
