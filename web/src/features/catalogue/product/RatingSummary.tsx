import { Stars } from "../../../components/Rating.tsx";
import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { ProductPage } from "../../../core/types.ts";
import styles from "./RatingSummary.module.css";

/** The average rating of a product, and the distribution of stars. */
export function RatingSummary({ page }: { page: ProductPage }) {
  const words = useWords("product");
  const format = useFormat();
  const { rating_tenths: tenths, review_count: count } = page.card;
  if (tenths === undefined || page.rating_bars.length === 0) return null;
  const average = format.decimal(`${Math.trunc(tenths / 10)}.${tenths % 10}`);
  return (
    <div className={styles.summary}>
      <p className={styles.average}>
        <strong aria-hidden="true">{average}</strong>
        <Stars tenths={tenths} />
        <span>
          <span className="visuallyHidden">{words.ratingAverage(average)}, </span>
          {count === 0 ? words.reviewsTitle : words.reviews(format.integer(count))}
        </span>
      </p>
      <ul className={styles.bars} aria-label={words.ratingsByStars}>
        {page.rating_bars.map((bar) => (
          <li key={bar.stars}>
            <span>{bar.label}</span>
            <svg viewBox={`0 0 ${count} 1`} preserveAspectRatio="none" aria-hidden="true">
              <rect width={bar.count} height="1" />
            </svg>
            <span className={styles.count}>{format.integer(bar.count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
