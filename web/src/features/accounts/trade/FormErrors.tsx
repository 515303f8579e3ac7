import { useEffect, useRef } from "react";
import { Notice } from "../../../ui/Notice.tsx";

/** The error summary of a form. It takes the focus after each refused attempt. */
export function FormErrors({ text, attempts }: { text: string; attempts: number }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempts > 0) ref.current?.focus();
  }, [attempts]);
  if (attempts === 0 || text === "") return null;
  return (
    <Notice ref={ref} kind="error" role="alert" tabIndex={-1}>
      <p>{text}</p>
    </Notice>
  );
}
