import type { ReactNode } from "react";
import styles from "./form.module.css";

interface RequiredTickProps {
  /** Name and id of the form field; error links target it. */
  name: string;
  /** Text that the shopper agrees to. */
  children: ReactNode;
  /** Error message; empty if the field is valid. */
  error: string;
  /** Whether the box is ticked: controlled if `onChange` is set, otherwise the initial state. */
  ticked: boolean;
  onChange?: (ticked: boolean) => void;
  /** Called when the box loses the focus. */
  onLeave?: () => void;
  /** Id of the form, if the box is outside it. */
  form?: string;
  /** Content between the box and its error. */
  below?: ReactNode;
}

/** Checkbox that must be ticked before the form can be sent. */
export function RequiredCheckbox({
  name,
  children,
  error,
  ticked,
  onChange,
  onLeave,
  form,
  below,
}: RequiredTickProps) {
  const checkedProps = onChange
    ? {
        checked: ticked,
        onChange: (event: { currentTarget: HTMLInputElement }) => onChange(event.currentTarget.checked),
      }
    : { defaultChecked: ticked };
  return (
    <>
      <label className={styles.check} data-invalid={error ? "" : undefined}>
        <input
          {...checkedProps}
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
