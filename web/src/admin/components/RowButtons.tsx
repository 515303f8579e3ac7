import { useLanguage } from "../app/language.tsx";
import styles from "./RowButtons.module.css";

interface Props {
  /** What the row is called, for people who hear it. */
  name: string;
  place: number;
  count: number;
  move?: (by: number) => void;
  remove?: (() => void) | undefined;
}

/** Buttons of an entry of a list: up, down, away. They keep the focus where it was. */
export function RowButtons({ name, place, count, move, remove }: Props) {
  const { t } = useLanguage();
  return (
    <span className={styles.row}>
      {move && (
        <>
          <button
            type="button"
            aria-label={t("moveUp", { name })}
            aria-disabled={place === 0 || undefined}
            onClick={() => place > 0 && move(-1)}
          >
            ↑
          </button>
          <button
            type="button"
            aria-label={t("moveDown", { name })}
            aria-disabled={place === count - 1 || undefined}
            onClick={() => place < count - 1 && move(1)}
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
