import { useFormat, useWords } from "../app/PageContext.tsx";
import styles from "./Rating.module.css";

const STAR = "M12 2.8l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5L12 17.6l-5.8 3.1 1.1-6.5L2.6 9.6l6.5-.9L12 2.8Z";
const LEFT_HALF = "M12 2.8v14.8l-5.8 3.1 1.1-6.5L2.6 9.6l6.5-.9L12 2.8Z";

/** Five stars, filled to the nearest half; `tenths` is 45 for 4.5. */
export function Stars({ tenths }: { tenths: number }) {
  const halves = Math.round(tenths / 5);
  return (
    <span className={styles.stars} aria-hidden="true">
      {[1, 2, 3, 4, 5].map((star) => (
        <svg key={star} width="16" height="16" viewBox="0 0 24 24" aria-hidden="true">
          <path className={halves >= star * 2 ? styles.full : styles.empty} d={STAR} />
          {halves === star * 2 - 1 && <path className={styles.full} d={LEFT_HALF} />}
        </svg>
      ))}
    </span>
  );
}

/** The average of a product's reviews. */
export function Rating({ tenths, count }: { tenths: number; count: number }) {
  const words = useWords();
  const format = useFormat();
  const value = format.decimal(`${Math.trunc(tenths / 10)}.${tenths % 10}`);
  return (
    <span className={styles.rating}>
      <Stars tenths={tenths} />
      <span aria-hidden="true">({format.integer(count)})</span>
      <span className="visuallyHidden">{words.rating(value, format.integer(count))}</span>
    </span>
  );
}
