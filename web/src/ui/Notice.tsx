import type { ComponentProps } from "react";
import { Icon } from "./Icon.tsx";
import styles from "./Notices.module.css";

interface NoticeProps extends ComponentProps<"div"> {
  /** `success`, `info`, `warning` or `error`. */
  kind: string;
}

/** A message with the colour and the symbol of its kind. */
export function Notice({ kind, className, children, ...attributes }: NoticeProps) {
  return (
    <div
      {...attributes}
      className={className ? `${styles.notice} ${className}` : styles.notice}
      data-kind={kind}
    >
      <Icon name={kind === "success" ? "check" : "alert"} />
      {children}
    </div>
  );
}
