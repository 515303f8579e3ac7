import { type RefObject, useEffect, useRef } from "react";

interface NextRow {
  /** Element that contains the rows. */
  list: RefObject<HTMLDivElement | null>;
  /** Element that takes the focus if no row is left. */
  message: RefObject<HTMLDivElement | null>;
  /** Call with a row's index when it is about to leave the list, before the list is reloaded. */
  leaveRow: (row: number) => void;
}

/** Moves the focus to the next row after a row, with the focused button, has left the list. `rows` is the selector of rows, `data`
 * the loaded list. */
export function useNextRow(rows: string, data: unknown): NextRow {
  const list = useRef<HTMLDivElement>(null);
  const message = useRef<HTMLDivElement>(null);
  const left = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the list was reloaded
  useEffect(() => {
    if (left.current === null) return;
    const next = list.current?.querySelectorAll<HTMLElement>(rows)[left.current] ?? message.current;
    left.current = null;
    if (!next) return;
    next.tabIndex = -1;
    next.focus();
  }, [rows, data]);
  const leaveRow = (row: number) => {
    left.current = row;
  };
  return { list, message, leaveRow };
}
