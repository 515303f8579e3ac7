import { type ReactNode, useState } from "react";
import styles from "./Folded.module.css";
import { RowButtons } from "./RowButtons.tsx";

interface Props {
  name: string;
  /** Told beside the name; empty ones are left out. */
  facts: string[];
  list: string;
  place: number;
  count: number;
  /** Open at first: what was only begun. */
  begun: boolean;
  /** A field in it was refused: it opens. */
  wrong: boolean;
  move?: (by: number) => void;
  remove?: (() => void) | undefined;
  children: ReactNode;
}

/** An entry of a list that unfolds into its fields, which are made when they are first seen. */
export function Folded({ name, facts, begun, wrong, children, ...row }: Props) {
  const [open] = useState(begun);
  const [seen, setSeen] = useState(begun);
  return (
    <div className={styles.entry}>
      <details open={open} onToggle={(event) => event.currentTarget.open && setSeen(true)}>
        <summary>
          {name} <span>{facts.filter(Boolean).join(" · ")}</span>
        </summary>
        {(seen || wrong) && <div className={styles.fields}>{children}</div>}
      </details>
      <RowButtons name={name} {...row} />
    </div>
  );
}
