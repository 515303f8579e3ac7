import { useSearchParams } from "react-router";
import { decideReview, forgetReviewer, replyToReview } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import { ModerationPage } from "../content/ModerationPage.tsx";
import { ReplyForm } from "../content/ReplyForm.tsx";
import { useLanguage } from "../context/language.tsx";

/** Moderation of reviews, by state. */
export function ReviewsPage() {
  const { t, format } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/reviews", { query }));
  return (
    <ModerationPage
      title={t("reviews")}
      base="/recensioni"
      group="reviewState"
      byState={t("reviewsByState")}
      empty={t("noReviews")}
      decided={(of) => t("reviewDecided", of)}
      loaded={loaded}
      rows={(list) => list.reviews}
      decide={decideReview}
      forget={forgetReviewer}
      show={(review) => ({
        about: review.product || t("productDeleted", { id: review.product_id }),
        to: review.product && `/prodotti/${review.product_id}`,
        marks: typeof review.rating === "number" && (
          <span>{t("stars", { count: format.integer(review.rating) })}</span>
        ),
        writer: review.reviewer,
        email: review.reviewer_email,
        signs: review.verified && <> · {t("verifiedBuyer")}</>,
        further: (
          <ReplyForm
            id={review.id}
            currentReply={review.reply}
            hint={t("replyHint")}
            send={replyToReview}
            changed={loaded.refetch}
          />
        ),
      })}
    />
  );
}
