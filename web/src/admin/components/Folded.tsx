import { type ReactNode, useState } from "react";
import styles from "./Folded.module.css";
import { RowButtons } from "./RowButtons.tsx";

interface Props {
  name: string;
  /** Details shown beside the name; empty ones are left out. */
  facts: string[];
  list: string;
  index: number;
  count: number;
  /** Starts open, for a new entry. */
  initiallyOpen: boolean;
  /** A field of the entry has an error: its fields are rendered, so that the error summary can reveal them. */
  hasError: boolean;
  move?: (by: number) => void;
  remove?: (() => void) | undefined;
  children: ReactNode;
}

/** Collapsible list entry. Its fields are rendered when it is first opened. */
export function Folded({ name, facts, initiallyOpen, hasError, children, ...row }: Props) {
  const [open] = useState(initiallyOpen);
  const [seen, setSeen] = useState(initiallyOpen);
  return (
    <div className={styles.entry}>
      <details open={open} onToggle={(event) => event.currentTarget.open && setSeen(true)}>
        <summary>
          {name} <span>{facts.filter(Boolean).join(" · ")}</span>
        </summary>
        {(seen || hasError) && <div className={styles.fields}>{children}</div>}
      </details>
      <RowButtons name={name} {...row} />
    </div>
  );
}
