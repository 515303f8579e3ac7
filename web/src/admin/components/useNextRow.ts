import { type RefObject, useEffect, useRef } from "react";

interface NextRow {
  /** What holds the rows. */
  list: RefObject<HTMLDivElement | null>;
  /** What is focused when no row is left there. */
  told: RefObject<HTMLDivElement | null>;
  /** A row, counted from 0, is being dealt with: the list is loaded again. */
  leaves: (row: number) => void;
}

/** Where the focus goes once a row was dealt with, whose button is gone by then: to the row that stands in its place. `rows`: which
 * elements rows are; `data`: the list as it was loaded. */
export function useNextRow(rows: string, data: unknown): NextRow {
  const list = useRef<HTMLDivElement>(null);
  const told = useRef<HTMLDivElement>(null);
  const left = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks whenever the list was loaded again
  useEffect(() => {
    if (left.current === null) return;
    const next = list.current?.querySelectorAll<HTMLElement>(rows)[left.current] ?? told.current;
    left.current = null;
    if (!next) return;
    next.tabIndex = -1;
    next.focus();
  }, [rows, data]);
  const leaves = (row: number) => {
    left.current = row;
  };
  return { list, told, leaves };
}
