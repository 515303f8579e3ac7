import type { ReactNode } from "react";
import styles from "./form.module.css";

interface RequiredTickProps {
  /** Name of the form field, also its id: error links lead here. */
  name: string;
  /** What is agreed to. */
  children: ReactNode;
  /** Sentence of the refusal; empty when the field stands. */
  error: string;
  /** Whether it is ticked: kept by the caller with `onChange`, else only how it begins. */
  ticked: boolean;
  onChange?: (ticked: boolean) => void;
  /** The focus left it. */
  onLeave?: () => void;
  /** Id of the form, where the box stands outside of it. */
  form?: string;
  /** What stands between the box and its error. */
  below?: ReactNode;
}

/** A box that must be ticked before the form is taken. */
export function RequiredTick({
  name,
  children,
  error,
  ticked,
  onChange,
  onLeave,
  form,
  below,
}: RequiredTickProps) {
  const kept = onChange
    ? {
        checked: ticked,
        onChange: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.checked),
      }
    : { defaultChecked: ticked };
  return (
    <>
      <label className={styles.check} data-invalid={error ? "" : undefined}>
        <input
          {...kept}
          type="checkbox"
          id={name}
          name={name}
          value="1"
          form={form}
          onBlur={onLeave}
          aria-required="true"
          aria-invalid={error ? true : undefined}
          aria-describedby={`${name}-errore`}
        />
        <span>{children}</span>
      </label>
      {below}
      <p id={`${name}-errore`} className={styles.error}>
        {error}
      </p>
    </>
  );
}
