import { replyToReview } from "../api/calls.ts";
import type { ReviewRow } from "../api/types.ts";
import details from "../components/details.module.css";
import { Area, useForm } from "../components/fields.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import own from "./ModerationPage.module.css";

/** What the shop says to a review: read, written, changed, taken away. */
export function ReplyForm({ review, changed }: { review: ReviewRow; changed: () => void }) {
  const { t } = useLanguage();
  const field = `reply-${review.id}`;
  const form = useForm({ [field]: review.reply });
  const send = (reply: string) =>
    form.send(async () => {
      await replyToReview(review.id, reply);
      form.fill({ [field]: reply });
      changed();
      return t(reply.trim() ? "replySaved" : "replyRemoved");
    });
  // The server names the field without the review's number, which keeps the labels of the page apart.
  const errors = { ...form, error: () => form.error("reply") };
  return (
    <>
      {review.reply && (
        <blockquote className={own.reply}>
          <p className={ui.small}>{t("reply")}</p>
          <p className={own.words}>{review.reply}</p>
        </blockquote>
      )}
      <details className={details.more}>
        <summary>{t(review.reply ? "editReply" : "writeReply")}</summary>
        <SendForm form={form} className={details.step} send={() => send(String(form.values[field]))}>
          <Area form={errors} name={field} label={t("reply")} hint={t("replyHint")} rows={4} />
          <div className={ui.buttons}>
            <button
              type="submit"
              className={`${ui.button} ${ui.primary}`}
              aria-disabled={form.busy || undefined}
            >
              {t("publishReply")}
            </button>
            {review.reply && (
              <button type="button" className={ui.button} onClick={() => void send("")}>
                {t("removeReply")}
              </button>
            )}
          </div>
        </SendForm>
      </details>
      <Outcome error={form.refused} success={form.success} />
    </>
  );
}
