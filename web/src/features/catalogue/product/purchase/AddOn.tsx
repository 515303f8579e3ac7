import { useId } from "react";
import { useWords } from "../../../../context/PageContext.tsx";
import type { AddOnView } from "../../../../core/types.ts";
import { Choices, FieldErrorText } from "./Choices.tsx";
import styles from "./PurchaseFields.module.css";

/** An add-on: a checkbox, a choice or a text. */
export function AddOn({ addOn, error }: { addOn: AddOnView; error: string }) {
  const words = useWords("product");
  const id = useId();
  const { name, label, price, required, hint, value } = addOn;
  if (addOn.control === "choice") {
    const none = { value: "", label: words.noThanks, note: "" };
    return (
      <Choices
        name={name}
        legend={label}
        options={required ? addOn.options : [none, ...addOn.options]}
        chosen={value}
        required={required}
        error={error}
        hint={hint}
      />
    );
  }
  const described = `${id}-hint ${id}-error`;
  const notes = (
    <>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldErrorText id={`${id}-error`} text={error} />
    </>
  );
  if (addOn.control === "check") {
    return (
      <div className={styles.addOn} data-invalid={error ? "" : undefined}>
        <label className={styles.choice}>
          <input
            type="checkbox"
            name={name}
            value="1"
            defaultChecked={value !== ""}
            aria-required={required || undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={described}
          />
          <span>
            {label}
            {price && <small>{price}</small>}
          </span>
        </label>
        {notes}
      </div>
    );
  }
  return (
    <div className={styles.addOn} data-invalid={error ? "" : undefined}>
      <label htmlFor={id} className={styles.label}>
        {label}
        {price && <small> {price}</small>}
        {!required && <span className={styles.optional}> ({words.optional})</span>}
      </label>
      <textarea
        id={id}
        name={name}
        rows={2}
        maxLength={addOn.max_chars}
        defaultValue={value}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
      />
      {notes}
    </div>
  );
}
