import { useState } from "react";
import { decideComment } from "../api/calls.ts";
import { question, type Refused } from "../api/client.ts";
import type { CommentRow } from "../api/types.ts";
import { ListPage } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Outcome, StateTabs } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { Link, useLocation } from "../context/router.tsx";
import { useData } from "../context/useData.ts";
import own from "./ReviewsPage.module.css";

const STATES = ["hold", "approved", "spam", "trash"];

/** Comments under pages and posts, by state: to be read, published, or put aside. */
export function CommentsPage() {
  const { t, named, format } = useLanguage();
  const { query } = useLocation();
  const loaded = useData(question("/api/admin/comments", { query }));
  const { data } = loaded;
  const [told, setTold] = useState("");
  const [refused, setRefused] = useState<Refused | null>(null);
  const decide = async (comment: CommentRow, state: string) => {
    try {
      await decideComment(comment.id, state);
      setRefused(null);
      setTold(t("commentDecided", { name: comment.author || "–", state: named("commentState", state) }));
      loaded.reload();
    } catch (reason) {
      setRefused(reason as Refused);
    }
  };
  return (
    <ListPage
      title={t("commentsTitle")}
      base="/commenti"
      actions={data && <span>{t("reviewsWaiting", { count: format.integer(data.waiting) })}</span>}
      filters={
        <>
          <StateTabs
            label={t("commentsByState")}
            base="/commenti"
            group="commentState"
            states={STATES}
            otherwise="hold"
          />
          <Outcome error={refused} success={told} />
        </>
      }
      loaded={loaded}
      empty={t("noCommentsInState")}
    >
      {(list) => (
        <ul className={own.reviews}>
          {list.comments.map((comment) => (
            <Comment key={comment.id} comment={comment} decide={(state) => void decide(comment, state)} />
          ))}
        </ul>
      )}
    </ListPage>
  );
}

function Comment({ comment, decide }: { comment: CommentRow; decide: (state: string) => void }) {
  const { t, named, format } = useLanguage();
  return (
    <li>
      <article aria-label={`${comment.title}: ${comment.author}`}>
        <p className={own.head}>
          <strong>
            <Link to={`/pagine/${comment.page_id}`}>{comment.title}</Link>
          </strong>
          {comment.is_reply && <span>{t("commentIsReply")}</span>}
          <span className={ui.small}>{format.moment(comment.created_at)}</span>
          {comment.state === "approved" && (
            <a href={`${comment.path}#comment-${comment.id}`}>{t("seeInShop")}</a>
          )}
        </p>
        <p className={own.words}>{comment.body}</p>
        <p className={ui.small}>
          {comment.author} {comment.author_email && <>({comment.author_email})</>}
        </p>
        <p className={ui.buttons}>
          {STATES.filter((state) => state !== comment.state).map((state) => (
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
      </article>
    </li>
  );
}
