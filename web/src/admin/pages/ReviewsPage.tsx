import { useState } from "react";
import { decideReview } from "../api/calls.ts";
import { question, type Refused } from "../api/client.ts";
import type { ReviewRow } from "../api/types.ts";
import { ListPage } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Outcome, StateTabs } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { Link, useLocation } from "../context/router.tsx";
import { useData } from "../context/useData.ts";
import { ReplyForm } from "./ReplyForm.tsx";
import own from "./ReviewsPage.module.css";

const STATES = ["hold", "approved", "spam", "trash"];

/** Reviews, by state: to be read, published, or put aside. */
export function ReviewsPage() {
  const { t, named, format } = useLanguage();
  const { query } = useLocation();
  const loaded = useData(question("/api/admin/reviews", { query }));
  const { data } = loaded;
  const [told, setTold] = useState("");
  const [refused, setRefused] = useState<Refused | null>(null);
  const decide = async (review: ReviewRow, state: string) => {
    try {
      await decideReview(review.id, state);
      setRefused(null);
      setTold(t("decided", { name: review.reviewer || "–", state: named("reviewState", state) }));
      loaded.reload();
    } catch (reason) {
      setRefused(reason as Refused);
    }
  };
  return (
    <ListPage
      title={t("reviews")}
      base="/recensioni"
      actions={data && <span>{t("reviewsWaiting", { count: format.integer(data.waiting) })}</span>}
      filters={
        <>
          <StateTabs
            label={t("reviewsByState")}
            base="/recensioni"
            group="reviewState"
            states={STATES}
            otherwise="hold"
          />
          <Outcome error={refused} success={told} />
        </>
      }
      loaded={loaded}
      empty={t("noReviews")}
    >
      {(list) => (
        <ul className={own.reviews}>
          {list.reviews.map((review) => (
            <Review
              key={review.id}
              review={review}
              decide={(state) => void decide(review, state)}
              changed={loaded.reload}
            />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

interface ReviewProps {
  review: ReviewRow;
  decide: (state: string) => void;
  changed: () => void;
}

function Review({ review, decide, changed }: ReviewProps) {
  const { t, named, format } = useLanguage();
  const product = review.product || t("productDeleted", { id: review.product_id });
  return (
    <li>
      <article aria-label={`${product}: ${review.reviewer}`}>
        <p className={own.head}>
          <strong>
            {review.product ? <Link to={`/prodotti/${review.product_id}`}>{product}</Link> : product}
          </strong>
          {review.rating !== null && review.rating !== undefined && (
            <span>{t("stars", { count: format.integer(review.rating) })}</span>
          )}
          <span className={ui.small}>{format.moment(review.created_at)}</span>
        </p>
        <p className={own.words}>{review.body}</p>
        <p className={ui.small}>
          {review.reviewer} {review.reviewer_email && <>({review.reviewer_email})</>}
          {review.verified && <> · {t("verifiedBuyer")}</>}
        </p>
        <p className={ui.buttons}>
          {STATES.filter((state) => state !== review.state).map((state) => (
            <button
              key={state}
              type="button"
              className={`${ui.button} ${state === "approved" ? ui.primary : ""}`}
              onClick={() => decide(state)}
            >
              {named("reviewTo", state)}
            </button>
          ))}
        </p>
        <ReplyForm review={review} changed={changed} />
      </article>
    </li>
  );
}
