import { type ReactNode, useState } from "react";
import { useLang } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import { Field } from "../../ui/Field.tsx";
import styles from "./PasswordField.module.css";

interface PasswordFieldProps {
  id: string;
  name: string;
  label: string;
  error: string;
  hint?: string;
  required?: boolean;
  autoComplete: "current-password" | "new-password";
  /** Called on every keystroke. */
  onInput?: (value: string, form: HTMLFormElement | null) => void;
  onFocus?: () => void;
  onBlur?: (value: string) => void;
  /** Content below the field. */
  children?: ReactNode;
}

/** Password field with a button that reveals the password. */
export function PasswordField(props: PasswordFieldProps) {
  const lang = useLang();
  const [visible, setVisible] = useState(false);
  const label = core().messageText(visible ? "widget_password_hide" : "widget_password_show", {}, lang);
  return (
    <div className={styles.password}>
      <Field
        id={props.id}
        label={props.label}
        required={props.required ?? true}
        error={props.error}
        hint={props.hint}
      >
        {(control) => (
          <span className={styles.control}>
            <input
              {...control}
              name={props.name}
              type={visible ? "text" : "password"}
              autoComplete={props.autoComplete}
              autoCapitalize="none"
              spellCheck={false}
              onFocus={props.onFocus}
              onBlur={(event) => props.onBlur?.(event.currentTarget.value)}
              onInput={(event) => props.onInput?.(event.currentTarget.value, event.currentTarget.form)}
            />
            <button
              type="button"
              className={styles.toggle}
              aria-controls={props.id}
              aria-label={label}
              title={label}
              onClick={() => setVisible(!visible)}
            >
              <Eye open={visible} />
            </button>
          </span>
        )}
      </Field>
      {props.children}
    </div>
  );
}

function Eye({ open }: { open: boolean }) {
  return (
    <svg
      width={22}
      height={22}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      aria-hidden="true"
    >
      <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
      <circle cx={12} cy={12} r={2.8} />
      {open && <path d="m4 20 16-16" />}
    </svg>
  );
}
