import { useSearchParams } from "react-router";
import { answerComment, decideComment, forgetCommenter } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import { useLanguage } from "../context/language.tsx";
import { ModerationPage } from "./ModerationPage.tsx";
import { ReplyForm } from "./ReplyForm.tsx";

/** Moderation of comments on pages and posts, by state. */
export function CommentsPage() {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/comments", { query }));
  return (
    <ModerationPage
      title={t("commentsTitle")}
      base="/commenti"
      group="commentState"
      byState={t("commentsByState")}
      empty={t("noCommentsInState")}
      decided={(of) => t("commentDecided", of)}
      loaded={loaded}
      rows={(list) => list.comments}
      decide={decideComment}
      forget={forgetCommenter}
      show={(comment) => ({
        about: comment.title,
        to: `/pagine/${comment.page_id}`,
        marks: (
          <>
            {comment.is_reply && <span>{t("commentIsReply")}</span>}
            {comment.state === "approved" && (
              <a href={`${comment.path}#comment-${comment.id}`}>{t("seeInShop")}</a>
            )}
          </>
        ),
        writer: comment.author,
        email: comment.author_email,
        further: comment.takes_answers && (
          <ReplyForm
            id={comment.id}
            hint={t("commentReplyHint")}
            send={answerComment}
            changed={loaded.refetch}
          />
        ),
      })}
    />
  );
}
