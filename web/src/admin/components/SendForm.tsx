import type { ReactNode } from "react";
import styles from "./details.module.css";
import type { FormState } from "./fields.tsx";

interface Props {
  form: FormState;
  /** How the parts are set; one below the other unless said. */
  className?: string | undefined;
  label?: string;
  send: () => unknown;
  children: ReactNode;
}

/** The element of a form whose values are kept by `useForm`. */
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
