import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useRef, useState } from "react";
import { useFormat, useLang, useWords } from "../../../../context/PageContext.tsx";
import { core } from "../../../../core/core.ts";
import type { BulkLine, BulkOrder } from "../../../../core/types.ts";
import button from "../../../../ui/button.module.css";
import styles from "./BulkRows.module.css";
import { FoundList } from "./FoundList.tsx";
import type { SendBulk } from "./useBulkRows.ts";

interface BulkRowProps {
  at: number;
  line: BulkLine;
  /** The search of this row; `null` if none is active here. */
  search: BulkOrder["search"] | null;
  /** Whether the fields have names, for submission without scripts. */
  hasNames: boolean;
  isLast: boolean;
  subtotal: (cents: number) => React.ReactNode;
  send: SendBulk;
  chooseFirst: () => void;
  goTo: (at: number, field: "text" | "quantity") => void;
  onPaste: (text: string) => void;
}

export const fieldId = (field: "text" | "quantity", at: number) => `bulk-${field}-${at}`;

/**
 * A row: a product field with a list of matches, a quantity, a subtotal. Keyboard operation: arrow keys select, Enter chooses and
 * moves to the quantity, Enter there moves to the next row.
 */
function Row(props: BulkRowProps) {
  const { at, line, search, hasNames, isLast, subtotal, send, chooseFirst, goTo, onPaste } = props;
  const words = useWords("account");
  const lang = useLang();
  const format = useFormat();
  const [active, setActive] = useState(-1);
  const found = search?.found ?? [];
  const open = found.length > 0;
  const listId = `bulk-found-${at}`;
  const row = format.integer(at + 1);

  // Once a product is chosen here, the quantity takes the focus.
  const chosen = line.product?.product_id ?? null;
  const before = useRef(chosen);
  useEffect(() => {
    if (before.current === null && chosen !== null && document.activeElement?.id === fieldId("text", at))
      goTo(at, "quantity");
    before.current = chosen;
  }, [chosen, at, goTo]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new search has other options
  useEffect(() => setActive(-1), [search?.number]);

  const choose = (index: number) => {
    const product = found[index];
    if (product) send({ choose: { line: at, product_id: product.product_id } });
  };
  const typing = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      // Enter moves on and never submits the form.
      event.preventDefault();
      if (line.product) goTo(at, "quantity");
      else if (open) choose(Math.max(active, 0));
      else if (search?.pending) chooseFirst();
    } else if (open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      const positions = found.length + 1;
      setActive(((active + 1 + step + positions) % positions) - 1);
    } else if (event.key === "Escape" && search) {
      event.preventDefault();
      send("close_search");
    }
  };
  const quantityKey = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send({ leave_quantity: { line: at } });
    if (isLast) send("new_line");
    goTo(at + 1, "text");
  };
  const pasted = (event: ClipboardEvent<HTMLInputElement>) => {
    const text = event.clipboardData.getData("text/plain");
    if (!/[\t\n\r]/.test(text.trim())) return;
    event.preventDefault();
    onPaste(text);
  };
  const clear = core().messageText("trade_bulk_clear", {}, lang);
  const notice = line.notice ? core().messageText(line.notice.code, line.notice.params, lang) : "";
  return (
    <li className={styles.row} data-chosen={line.product ? "" : undefined}>
      <div className={styles.product}>
        <input
          id={fieldId("text", at)}
          name={hasNames ? "text" : undefined}
          className={styles.text}
          value={line.text}
          readOnly={line.product !== null}
          role="combobox"
          aria-label={words.bulkRowProduct(row)}
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={listId}
          aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
          autoComplete="off"
          placeholder={at === 0 ? words.bulkPlaceholder : undefined}
          onChange={(event) => send({ type: { line: at, text: event.target.value } })}
          onKeyDown={typing}
          onPaste={pasted}
          onBlur={() => search && send("close_search")}
        />
        {hasNames && <input type="hidden" name="product" value={line.product?.product_id ?? 0} />}
        {line.product && (
          <button
            type="button"
            className={button.text}
            aria-label={`${clear}: ${line.product.label}`}
            onClick={() => {
              send({ clear: { line: at } });
              goTo(at, "text");
            }}
          >
            {clear}
          </button>
        )}
        <FoundList id={listId} search={search} active={active} choose={choose} />
      </div>
      <span className={styles.caption} aria-hidden="true">
        {words.bulkQuantity}
      </span>
      <input
        id={fieldId("quantity", at)}
        name={hasNames ? "quantity" : undefined}
        className={styles.quantity}
        type="number"
        inputMode="numeric"
        min={0}
        step={line.product && line.product.pack.step > 1 ? line.product.pack.step : undefined}
        value={line.quantity}
        aria-label={words.bulkRowQuantity(row)}
        aria-describedby={notice ? `bulk-notice-${at}` : undefined}
        onChange={(event) => send({ quantity: { line: at, typed: event.target.value } })}
        onKeyDown={quantityKey}
        onBlur={() => send({ leave_quantity: { line: at } })}
      />
      <output className={styles.subtotal} aria-label={words.bulkRowSubtotal(row)}>
        {subtotal(line.subtotal)}
      </output>
      {notice && (
        <p id={`bulk-notice-${at}`} className={styles.notice} role="status">
          {notice}
        </p>
      )}
    </li>
  );
}

/** A row re-renders only when its own line or search changes, so that a thousand others stay untouched. */
export const BulkRow = memo(Row, (before, after) => {
  const same = (a: BulkLine, b: BulkLine) =>
    a.text === b.text &&
    a.quantity === b.quantity &&
    a.subtotal === b.subtotal &&
    a.product?.product_id === b.product?.product_id &&
    a.notice?.params.quantity === b.notice?.params.quantity &&
    a.notice?.code === b.notice?.code;
  return (
    same(before.line, after.line) &&
    before.search === null &&
    after.search === null &&
    before.hasNames === after.hasNames &&
    before.isLast === after.isLast &&
    before.subtotal === after.subtotal
  );
});
