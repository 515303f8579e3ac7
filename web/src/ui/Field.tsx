import { type ReactNode, useId } from "react";
import styles from "./Field.module.css";
import { useKitWords } from "./words.ts";

interface FieldProps {
  /** Id of the control, to which links about its error lead; one is made where it has none. */
  id?: string;
  /** Name of the control, where it is not given one itself. */
  name?: string;
  label: string;
  /** Unless it must be filled, the label says so; where this is not said, all or nothing need be. */
  required?: boolean;
  /** Sentence of the refusal; empty when the field stands. */
  error?: string | undefined;
  hint?: string;
  /** The hint slides in with the focus and out after it; else it always stands there. */
  slides?: boolean;
  /** The control; it is given what ties it to its label, hint and error. */
  children: (control: ControlProps) => ReactNode;
}

export interface ControlProps {
  id: string;
  className: string | undefined;
  "aria-required": boolean | undefined;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  name?: string | undefined;
}

/** A labelled control with its error under it. */
export function Field({
  id: given,
  name,
  label,
  required,
  error,
  hint,
  slides = false,
  children,
}: FieldProps) {
  const words = useKitWords();
  const own = useId();
  const id = given ?? own;
  const described = [error && `${id}-errore`, hint && `${id}-nota`].filter(Boolean).join(" ");
  return (
    <div className={styles.field} data-invalid={error ? "" : undefined}>
      <label htmlFor={id}>
        {label}
        {required === false && <span className={styles.optional}> ({words.optional})</span>}
      </label>
      {children({
        id,
        className: styles.control,
        "aria-required": required,
        "aria-invalid": error ? true : undefined,
        "aria-describedby": described || undefined,
        name,
      })}
      {error && (
        <p id={`${id}-errore`} className={styles.error}>
          {words.errorPrefix && <span className="visuallyHidden">{words.errorPrefix} </span>}
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
