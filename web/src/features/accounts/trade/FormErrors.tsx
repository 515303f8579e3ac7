import { useEffect, useRef } from "react";
import styles from "./Subaccounts.module.css";

/** The error summary of a form. It takes the focus after each refused attempt. */
export function FormErrors({ text, attempts }: { text: string; attempts: number }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (attempts > 0) ref.current?.focus();
  }, [attempts]);
  if (attempts === 0 || text === "") return null;
  return (
    <p ref={ref} className={styles.errors} role="alert" tabIndex={-1}>
      {text}
    </p>
  );
}
