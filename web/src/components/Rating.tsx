import { useFormat, useWords } from "../context/PageContext.tsx";
import styles from "./Rating.module.css";

const star = (x: number) =>
  `M${12 + x} 2.8l2.9 5.9 6.5.9-4.7 4.6 1.1 6.5L${12 + x} 17.6l-5.8 3.1 1.1-6.5L${2.6 + x} 9.6l6.5-.9L${12 + x} 2.8Z`;
const leftHalf = (x: number) => `M${12 + x} 2.8v14.8l-5.8 3.1 1.1-6.5L${2.6 + x} 9.6l6.5-.9L${12 + x} 2.8Z`;

/** Draws the given number of half stars as one path: lists show hundreds of ratings. */
const filled = (halves: number) =>
  [0, 1, 2, 3, 4]
    .map((n) => (halves >= n * 2 + 2 ? star(n * 24) : halves === n * 2 + 1 ? leftHalf(n * 24) : ""))
    .join("");
const ALL = filled(10);

/** Five stars, filled to the nearest half; `tenths` is 45 for 4.5. */
export function Stars({ tenths }: { tenths: number }) {
  const halves = Math.round(tenths / 5);
  return (
    <svg className={styles.stars} width="80" height="16" viewBox="0 0 120 24" aria-hidden="true">
      <path className={styles.empty} d={ALL} />
      <path className={styles.full} d={filled(halves)} />
    </svg>
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
      <span className="visuallyHidden">{words.rating(format.integer(count), value)}</span>
    </span>
  );
}
