import { type KeyboardEvent, useId, useState } from "react";
import { useLang, useWords } from "../context/PageContext.tsx";
import { core } from "../core/core.ts";
import type { FittedQuantity, QuantityBounds } from "../core/types.ts";
import { Icon } from "../ui/Icon.tsx";
import styles from "./QuantityInput.module.css";

interface QuantityInputProps {
  /** Name of the form field. */
  name: string;
  /** Name of the product, for messages. */
  product: string;
  value: string;
  bounds: QuantityBounds;
  onChange: (typed: string) => void;
  /** Called when the quantity is final: the focus left the field, or Enter or a button was pressed. */
  onSettle?: (pieces: number) => void;
  /** Converts the entered text to a quantity; by default a number of pieces within the bounds. */
  fit?: (typed: string) => FittedQuantity;
  /** Allows zero. */
  optional?: boolean;
  disabled?: boolean;
}

/** Quantity field with buttons to increase and decrease it; on the keyboard these are the arrow keys. The core converts the entered
 * text; if the result differs, the field shows it and explains why. */
export function QuantityInput(props: QuantityInputProps) {
  const { name, product, value, bounds, onChange, onSettle, optional = false, disabled } = props;
  const { min, max, step } = bounds;
  const words = useWords();
  const lang = useLang();
  const [notice, setNotice] = useState("");
  const noticeId = useId();
  const number = Number.parseInt(value, 10);
  const convert = props.fit ?? ((typed: string) => core().fitQuantity(product, typed, bounds));
  const settle = (typed: string) => {
    const fitted = convert(typed);
    setNotice(fitted.notice ? core().messageText(fitted.notice.code, fitted.notice.params, lang) : "");
    onChange(String(fitted.value));
    onSettle?.(fitted.value);
  };
  const canLess = !disabled && number > (optional ? 0 : min);
  const canMore = !disabled && (max === null || !(number >= max));
  const less = () => settle(String(optional && number <= min ? 0 : number - step));
  const more = () => settle(String(Number.isNaN(number) ? min : Math.max(min, number + step)));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter") settle(event.currentTarget.value);
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    if (event.key === "ArrowUp" ? canMore : canLess) (event.key === "ArrowUp" ? more : less)();
  };
  return (
    <>
      <span className={styles.quantity}>
        <button
          type="button"
          className="scriptOnly"
          tabIndex={-1}
          aria-label={words.less(product)}
          disabled={!canLess}
          onClick={less}
        >
          <Icon name="minus" size={16} />
        </button>
        <input
          name={name}
          aria-label={words.quantityOf(product)}
          aria-describedby={notice ? noticeId : undefined}
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          value={value}
          disabled={disabled}
          onChange={(event) => {
            setNotice("");
            onChange(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
          onBlur={(event) => settle(event.currentTarget.value)}
        />
        <button
          type="button"
          className="scriptOnly"
          tabIndex={-1}
          aria-label={words.more(product)}
          disabled={!canMore}
          onClick={more}
        >
          <Icon name="plus" size={16} />
        </button>
      </span>
      <span id={noticeId} className={styles.notice} role="status">
        {notice}
      </span>
    </>
  );
}
