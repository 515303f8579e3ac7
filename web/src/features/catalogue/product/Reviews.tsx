import { Html } from "../../../components/Html.tsx";
import { Pagination } from "../../../components/Pagination.tsx";
import { Stars } from "../../../components/Rating.tsx";
import written from "../../../components/written/written.module.css";
import { useFormat, useLang, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { ProductPage, ReviewView } from "../../../core/types.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { RatingSummary } from "./RatingSummary.tsx";
import { ReviewForm } from "./ReviewForm.tsx";
import styles from "./Reviews.module.css";

/** The buyers' reviews, with the shop's handling of reviews (Codice del consumo art. 22). */
export function Reviews({ page }: { page: ProductPage }) {
  const words = useWords("product");
  const lang = useLang();
  const { review_rules: rules } = page;
  const waiting = page.reviews.some((review) => review.waiting);
  // Visitors who may not write a review see the reason in place of the form.
  const closed = page.reviews_allowed && !page.review_form && !waiting;
  const reason = closed ? core().checkReview({}, rules)[0] : undefined;
  return (
    <div id="reviews" className={styles.reviews}>
      {waiting && (
        <p className={written.notice} role="status">
          <Icon name="check" />
          {core().messageText("review_waiting", {}, lang)}
        </p>
      )}
      <RatingSummary page={page} />
      <p className={written.hint}>
        {words.reviewsNote} {rules.moderated && `${words.reviewsModerated} `}
        {rules.buyers_only && `${words.reviewsBuyersOnly} `}
        {words.reviewsVerifiedNote}
      </p>
      {page.reviews.length === 0 && <p>{words.noReviews}</p>}
      <ol>
        {page.reviews.map((review) => (
          <Review key={review.id} review={review} />
        ))}
      </ol>
      <Pagination
        label={words.reviewsPages}
        page={{
          page: page.reviews_page,
          pages: page.reviews_pages,
          first_page_path: page.reviews_first_path,
          page_path_template: page.reviews_path_template,
        }}
      />
      {reason && <p className={written.hint}>{core().messageText(reason.code, reason.params, lang)}</p>}
      {page.review_form && <ReviewForm page={page} view={page.review_form} />}
    </div>
  );
}

function Review({ review }: { review: ReviewView }) {
  const words = useWords("product");
  const format = useFormat();
  return (
    <li id={`comment-${review.id}`} data-waiting={review.waiting || undefined}>
      <p className={written.head}>
        {review.rating !== null && (
          <>
            <Stars tenths={review.rating * 10} />
            <span className="visuallyHidden">
              {words.stars(format.integer(review.rating), review.rating === 1)}
            </span>
          </>
        )}
        <strong>{review.reviewer}</strong>
        <span>{review.date}</span>
        {review.verified && (
          <span className={styles.verified}>
            <Icon name="check" size={14} /> {words.verified}
          </span>
        )}
        {review.waiting && <span className={written.mark}>{words.reviewPending}</span>}
      </p>
      <Html html={review.html} />
      {review.reply && (
        <div className={styles.reply}>
          <p className={written.head}>
            <strong>{words.replyBy(review.reply.shop)}</strong>
            <span>{review.reply.date}</span>
          </p>
          <Html html={review.reply.html} />
        </div>
      )}
    </li>
  );
}
