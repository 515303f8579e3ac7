import { flushSync } from "react-dom";
import { useLanguage } from "../context/language.tsx";
import styles from "./RowButtons.module.css";

interface Props {
  /** What the row is called, for people who hear it. */
  name: string;
  /** The list that the row is of, unlike any other on the page. */
  list: string;
  place: number;
  count: number;
  move?: (by: number) => void;
  remove?: (() => void) | undefined;
}

/** Buttons of an entry of a list: up, down, away. The focus goes along with an entry that moves. */
export function RowButtons({ name, list, place, count, move, remove }: Props) {
  const { t } = useLanguage();
  const go = (by: number) => {
    if (place + by < 0 || place + by >= count) return;
    // At once: a second press that comes before the next frame would find another entry in this place.
    flushSync(() => move?.(by));
    const row = `[data-list="${CSS.escape(list)}"][data-place="${place + by}"]`;
    document.querySelector<HTMLElement>(`${row} [data-by="${by}"]`)?.focus();
  };
  return (
    <span className={styles.row} data-list={list} data-place={place}>
      {move && (
        <>
          <button
            type="button"
            aria-label={t("moveUp", { name })}
            aria-disabled={place === 0 || undefined}
            data-by={-1}
            onClick={() => go(-1)}
          >
            ↑
          </button>
          <button
            type="button"
            aria-label={t("moveDown", { name })}
            aria-disabled={place === count - 1 || undefined}
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
