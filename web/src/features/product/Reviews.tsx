import { useFormat, useWords } from "../../app/PageContext.tsx";
import { Html } from "../../components/Html.tsx";
import { Icon } from "../../components/Icon.tsx";
import { Rating, Stars } from "../../components/Rating.tsx";
import type { ProductPage } from "../../core/types.ts";
import styles from "./Reviews.module.css";

/** What buyers say, with how the shop treats reviews (Codice del consumo art. 22). */
export function Reviews({ page }: { page: ProductPage }) {
  const words = useWords();
  const format = useFormat();
  const { rating_tenths, review_count } = page.card;
  return (
    <div id="reviews" className={styles.reviews}>
      {rating_tenths !== null && <Rating tenths={rating_tenths} count={review_count} />}
      <p className={styles.note}>{words.reviewsNote}</p>
      {page.reviews.length === 0 && <p>{words.noReviews}</p>}
      <ol>
        {page.reviews.map((review) => (
          <li key={review.reviewer + review.date + review.html}>
            <p className={styles.head}>
              <Stars tenths={review.rating * 10} />
              <span className="visuallyHidden">{words.stars(format.integer(review.rating))}</span>
              <strong>{review.reviewer}</strong>
              <span>{review.date}</span>
              {review.verified && (
                <span className={styles.verified}>
                  <Icon name="check" size={14} /> {words.verified}
                </span>
              )}
            </p>
            <Html html={review.html} />
          </li>
        ))}
      </ol>
    </div>
  );
}
