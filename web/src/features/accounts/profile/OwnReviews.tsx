import { Picture } from "../../../components/Picture.tsx";
import { Stars } from "../../../components/Rating.tsx";
import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { AccountSection } from "../../../core/types.ts";
import { Link } from "../../../ui/Link.tsx";
import styles from "./OwnReviews.module.css";

type Reviews = Extract<AccountSection, { name: "reviews" }>["reviews"];

/** The reviews that the customer has written. */
export function OwnReviews({ reviews }: { reviews: Reviews }) {
  const words = useWords("account");
  const { stars } = useWords();
  const format = useFormat();
  return (
    <>
      <h1 tabIndex={-1}>{words.reviewsTitle}</h1>
      {reviews.length === 0 && <p>{words.noOwnReviews}</p>}
      <ul className={styles.reviews}>
        {reviews.map((review) => (
          <li key={review.path + review.date + review.text}>
            <Picture picture={review.picture} sizes="64px" />
            <div>
              {review.path ? <Link href={review.path}>{review.product}</Link> : <span>{words.gone}</span>}
              <p className={styles.rating}>
                <Stars tenths={review.rating * 10} />
                <span className="visuallyHidden">
                  {stars(format.integer(review.rating), review.rating === 1)}
                </span>
                <small>{review.date}</small>
                {!review.published && <small>{words.waiting}</small>}
              </p>
              <p>{review.text}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
