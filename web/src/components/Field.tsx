import type { ReactNode } from "react";
import { useWords } from "../app/PageContext.tsx";
import styles from "./Field.module.css";

interface FieldProps {
  /** Name of the form field, also its id: error links lead here. */
  id: string;
  label: string;
  required: boolean;
  /** Sentence of the refusal; empty when the field stands. */
  error: string;
  hint?: string;
  /** The hint slides in with the focus and out after it; else it always stands there. */
  slides?: boolean;
  half?: boolean;
  /** The control; it is given what ties it to its label, hint and error. */
  children: (control: ControlProps) => ReactNode;
}

export interface ControlProps {
  id: string;
  className: string | undefined;
  "aria-required": boolean;
  "aria-invalid": boolean | undefined;
  "aria-describedby": string | undefined;
}

/** A labelled control with its error under it. */
export function Field({
  id,
  label,
  required,
  error,
  hint,
  slides = false,
  half = false,
  children,
}: FieldProps) {
  const words = useWords();
  const described = [error && `${id}-errore`, hint && `${id}-nota`].filter(Boolean).join(" ");
  return (
    <div className={styles.field} data-half={half || undefined} data-invalid={error ? "" : undefined}>
      <label htmlFor={id}>
        {label}
        {!required && <span className={styles.optional}> ({words.optional})</span>}
      </label>
      {children({
        id,
        className: styles.control,
        "aria-required": required,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": described || undefined,
      })}
      {error && (
        <p id={`${id}-errore`} className={styles.error}>
          <span className="visuallyHidden">{words.errorPrefix} </span>
          {error}
        </p>
      )}
      {hint && (
        <div className={slides ? styles.note : undefined}>
          <p id={`${id}-nota`} className={styles.hint}>
            {hint}
          </p>
        </div>
      )}
    </div>
  );
}
