import { useId } from "react";
import { useWords } from "../../../../context/PageContext.tsx";
import type { ChoiceView } from "../../../../core/types.ts";
import styles from "./PurchaseFields.module.css";

interface ChoicesProps {
  name: string;
  legend: string;
  options: (ChoiceView & { closed?: boolean })[];
  /** The initial value. */
  chosen: string;
  required: boolean;
  error: string;
  hint?: string;
}

/** Radio buttons, each with its price or description. */
export function Choices({ name, legend, options, chosen, required, error, hint = "" }: ChoicesProps) {
  const words = useWords();
  const id = useId();
  return (
    <fieldset
      className={styles.choices}
      aria-describedby={error ? `${id}-error` : undefined}
      data-invalid={error ? "" : undefined}
    >
      <legend>
        {legend}
        {!required && <span className={styles.optional}> ({words.optional})</span>}
      </legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {options.map((option) => (
        <label key={option.value} className={styles.choice} data-closed={option.closed || undefined}>
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === chosen}
            disabled={option.closed}
            aria-invalid={error ? true : undefined}
          />
          <span>
            {option.label}
            {option.note && <small>{option.note}</small>}
          </span>
        </label>
      ))}
      <FieldErrorText id={`${id}-error`} text={error} />
    </fieldset>
  );
}

/** The error message of a field. */
export function FieldErrorText({ id, text }: { id: string; text: string }) {
  const words = useWords();
  return (
    <p id={id} className={styles.error} role="alert">
      {text && <span className="visuallyHidden">{words.errorPrefix} </span>}
      {text}
    </p>
  );
}
