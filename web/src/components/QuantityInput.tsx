import { useWords } from "../app/PageContext.tsx";
import { Icon } from "./Icon.tsx";
import styles from "./QuantityInput.module.css";

interface QuantityInputProps {
  /** Name of the form field. */
  name: string;
  /** What is counted. */
  product: string;
  value: string;
  min: number;
  max: number | null;
  step?: number;
  onChange: (typed: string) => void;
  /** A typed value is complete: focus left the field or Enter was pressed. */
  onCommit?: (typed: string) => void;
  disabled?: boolean;
}

/** A number of pieces with buttons for one more and one less. The limits are the core's: it decides what a value comes
 * to when it is used. */
export function QuantityInput(props: QuantityInputProps) {
  const { name, product, value, min, max, step = 1, onChange, onCommit, disabled } = props;
  const words = useWords();
  const number = Number.parseInt(value, 10);
  const go = (to: number) => {
    onChange(String(to));
    onCommit?.(String(to));
  };
  return (
    <span className={styles.quantity}>
      <button
        type="button"
        className="scriptOnly"
        aria-label={words.less(product)}
        disabled={disabled || !(number > min)}
        onClick={() => go(number - step)}
      >
        <Icon name="minus" size={16} />
      </button>
      <input
        name={name}
        aria-label={words.quantityOf(product)}
        inputMode="numeric"
        autoComplete="off"
        enterKeyHint="done"
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
        onBlur={(event) => onCommit?.(event.currentTarget.value)}
      />
      <button
        type="button"
        className="scriptOnly"
        aria-label={words.more(product)}
        disabled={disabled || (max !== null && number >= max)}
        onClick={() => go(Number.isNaN(number) ? min : number + step)}
      >
        <Icon name="plus" size={16} />
      </button>
    </span>
  );
}
