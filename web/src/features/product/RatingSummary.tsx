import { useFormat, useWords } from "../../app/PageContext.tsx";
import { Stars } from "../../components/Rating.tsx";
import type { ProductPage } from "../../core/types.ts";
import styles from "./RatingSummary.module.css";

/** The average of a product's reviews, and how many gave so many stars. */
export function RatingSummary({ page }: { page: ProductPage }) {
  const words = useWords();
  const format = useFormat();
  const { rating_tenths: tenths, review_count: count } = page.card;
  if (tenths === null || page.rating_bars.length === 0) return null;
  const average = format.decimal(`${Math.trunc(tenths / 10)}.${tenths % 10}`);
  return (
    <div className={styles.summary}>
      <p className={styles.average}>
        <strong aria-hidden="true">{average}</strong>
        <Stars tenths={tenths} />
        <span>
          <span className="visuallyHidden">{words.ratingAverage(average)}, </span>
          {words.reviews(format.integer(count))}
        </span>
      </p>
      <ul className={styles.bars} aria-label={words.ratingsByStars}>
        {page.rating_bars.map((bar) => (
          <li key={bar.stars}>
            <span id={`stelle-${bar.stars}`}>{bar.label}</span>
            <meter aria-labelledby={`stelle-${bar.stars}`} min={0} max={count} value={bar.count} />
            <span className={styles.count}>{format.integer(bar.count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
