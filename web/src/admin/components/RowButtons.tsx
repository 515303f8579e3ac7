import { flushSync } from "react-dom";
import { useLanguage } from "../context/language.tsx";
import styles from "./RowButtons.module.css";

interface Props {
  /** Name of the row, for screen readers. */
  name: string;
  /** Id of the row's list, unique on the page. */
  list: string;
  index: number;
  count: number;
  move?: (by: number) => void;
  remove?: (() => void) | undefined;
}

/** Buttons that move a list entry up or down or remove it. The focus follows a moved entry. */
export function RowButtons({ name, list, index, count, move, remove }: Props) {
  const { t } = useLanguage();
  const go = (by: number) => {
    if (index + by < 0 || index + by >= count) return;
    // Synchronous: a second click before the next frame would hit another entry at this index.
    flushSync(() => move?.(by));
    const row = `[data-list="${CSS.escape(list)}"][data-place="${index + by}"]`;
    document.querySelector<HTMLElement>(`${row} [data-by="${by}"]`)?.focus();
  };
  return (
    <span className={styles.row} data-list={list} data-place={index}>
      {move && (
        <>
          <button
            type="button"
            aria-label={t("moveUp", { name })}
            aria-disabled={index === 0 || undefined}
            data-by={-1}
            onClick={() => go(-1)}
          >
            ↑
          </button>
          <button
            type="button"
            aria-label={t("moveDown", { name })}
            aria-disabled={index === count - 1 || undefined}
            data-by={1}
            onClick={() => go(1)}
          >
            ↓
          </button>
        </>
      )}
      {remove && (
        <button type="button" aria-label={t("removeNamed", { name })} onClick={remove}>
          ×
        </button>
      )}
    </span>
  );
}
