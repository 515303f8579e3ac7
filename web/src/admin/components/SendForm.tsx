import type { ReactNode } from "react";
import styles from "./details.module.css";
import type { FormState } from "./fields.tsx";

interface Props {
  form: FormState;
  /** Layout class; stacked by default. */
  className?: string | undefined;
  label?: string;
  send: () => unknown;
  children: ReactNode;
}

/** Form element for values managed by `useForm`. */
export function SendForm({ form, className = styles.stack, label, send, children }: Props) {
  return (
    <form
      ref={form.element}
      noValidate
      aria-label={label}
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {children}
    </form>
  );
}
