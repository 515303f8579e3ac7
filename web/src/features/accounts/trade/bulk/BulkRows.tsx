import { useCallback, useEffect, useMemo, useRef } from "react";
import { NetMark } from "../../../../components/NetMark.tsx";
import { useFormat, useLang, useWords } from "../../../../context/PageContext.tsx";
import { useHydrated } from "../../../../context/useHydrated.ts";
import { core } from "../../../../core/core.ts";
import type { BulkRowsView, SearchBy } from "../../../../core/types.ts";
import button from "../../../../ui/button.module.css";
import { BulkRow, fieldId } from "./BulkRow.tsx";
import styles from "./BulkRows.module.css";
import { ServerSum } from "./ServerSum.tsx";
import type { useBulkRows } from "./useBulkRows.ts";

/**
 * Number of rows in the first HTML, which must stay small. The others are rendered after hydration, and are hidden fields without
 * scripts.
 */
const FIRST_ROWS = 60;

interface BulkRowsProps {
  view: BulkRowsView;
  token: string;
  rows: ReturnType<typeof useBulkRows>;
  /** Called when spreadsheet lines are pasted into a row. */
  onPaste: (text: string) => void;
}

/**
 * The rows of a bulk order or a purchase list, with their total. They are part of a form: with scripts it submits the lines as
 * one string, without them field by field.
 */
export function BulkRows({ view, token, rows, onPaste }: BulkRowsProps) {
  const words = useWords("account");
  const lang = useLang();
  const format = useFormat();
  const hydrated = useHydrated();
  const { form, send, by, setBy, trouble, chooseFirst } = rows;
  const visibleLines = hydrated ? form.lines : form.lines.slice(0, FIRST_ROWS);
  const rest = hydrated
    ? form.product_string
    : core().formatProductString(
        form.lines.slice(FIRST_ROWS).map(({ product, quantity }) => ({
          product_id: product?.product_id ?? 0,
          quantity: Number(quantity),
        })),
      );

  const wanted = useRef("");
  useEffect(() => {
    const field = wanted.current && document.getElementById(wanted.current);
    if (!(field instanceof HTMLInputElement)) return;
    wanted.current = "";
    field.focus();
    if (field.type === "number") field.select();
  });
  const goTo = useCallback((at: number, field: "text" | "quantity") => {
    wanted.current = fieldId(field, at);
    document.getElementById(wanted.current)?.focus();
  }, []);
  const subtotal = useMemo(
    () => (cents: number) =>
      view.server_subtotals ? <ServerSum cents={cents} token={token} /> : format.price(cents),
    [view.server_subtotals, token, format],
  );
  return (
    <div className={styles.bulk}>
      <p className={styles.by}>
        <label htmlFor="bulk-by">{words.bulkSearchBy}</label>
        <select
          id="bulk-by"
          value={by}
          disabled={!hydrated}
          onChange={(event) => setBy(event.target.value as SearchBy)}
        >
          {view.search_by.map((one) => (
            <option key={one} value={one}>
              {{ productname: words.bulkByName, sku: words.bulkBySku, category: words.bulkByCategory }[one]}
            </option>
          ))}
        </select>
      </p>
      {form.left_out.length > 0 && (
        <p className={styles.trouble} role="status">
          {core().messageText("trade_bulk_left_out", {}, lang)}
        </p>
      )}
      <div className={styles.head} aria-hidden="true">
        <span>{words.bulkProduct}</span>
        <span>{words.bulkQuantity}</span>
        <span>{words.bulkSubtotal}</span>
      </div>
      <ol className={styles.rows}>
        {visibleLines.map((line, at) => (
          <BulkRow
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
            key={at}
            at={at}
            line={line}
            search={form.search.line === at ? form.search : null}
            hasNames={!hydrated}
            isLast={at === visibleLines.length - 1}
            subtotal={subtotal}
            send={send}
            chooseFirst={chooseFirst}
            goTo={goTo}
            onPaste={onPaste}
          />
        ))}
      </ol>
      <input type="hidden" name="rest" value={rest} />
      <p className={styles.trouble} role="alert">
        {trouble}
      </p>
      <div className={styles.foot}>
        <button
          type="button"
          className={`${button.button} ${button.quiet}`}
          disabled={!hydrated}
          onClick={() => {
            send("new_line");
            goTo(form.lines.length, "text");
          }}
        >
          {core().messageText("trade_bulk_new_line", {}, lang)}
        </button>
        <p className={styles.total} role="status">
          {words.bulkTotal} <strong>{subtotal(form.total)}</strong>
          <NetMark />
        </p>
      </div>
    </div>
  );
}
