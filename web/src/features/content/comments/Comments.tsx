import type { ReactNode } from "react";
import { Html } from "../../../components/Html.tsx";
import { Pagination } from "../../../components/Pagination.tsx";
import written from "../../../components/written/written.module.css";
import { useFormat, useLang, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { CommentFormView, CommentsView, CommentView } from "../../../core/types.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { Link } from "../../../ui/Link.tsx";
import { CommentForm } from "./CommentForm.tsx";
import styles from "./Comments.module.css";
import { useCommentForm } from "./useCommentForm.ts";

/** The comments of a page, and the form for a new one. */
export function Comments({ comments }: { comments: CommentsView }) {
  return comments.form ? (
    <WithForm comments={comments} view={comments.form} />
  ) : (
    <Threads comments={comments}>
      <Closed message={comments.closed} />
    </Threads>
  );
}

/** Explains why commenting requires an account, and links to the sign-in. */
function Closed({ message }: { message: string }) {
  const words = useWords("content");
  return (
    <p className={written.hint}>
      {message} <Link href="/my-account/">{words.commentLogIn}</Link>
    </p>
  );
}

function WithForm({ comments, view }: { comments: CommentsView; view: CommentFormView }) {
  const comment = useCommentForm(view);
  const above = comments.list.find(({ id }) => id === comment.parent);
  const form = <CommentForm comment={comment} answering={above?.author ?? null} />;
  return (
    <Threads comments={comments} under={(id) => (id === above?.id ? form : null)} onReply={comment.move}>
      {comments.closed && <Closed message={comments.closed} />}
      {!above && form}
    </Threads>
  );
}

interface ThreadsProps {
  comments: CommentsView;
  /** Content below a comment. */
  under?: (id: number) => ReactNode;
  onReply?: (id: number) => void;
  /** Content below all comments. */
  children: ReactNode;
}

function Threads({ comments, under, onReply, children }: ThreadsProps) {
  const words = useWords("content");
  const lang = useLang();
  const format = useFormat();
  const { list, total } = comments;
  return (
    <section id="comments" className={styles.comments} aria-labelledby="commenti">
      <h2 id="commenti">{words.comments(format.integer(total), total === 1)}</h2>
      {list.some(({ waiting }) => waiting) && (
        <p className={written.notice} role="status">
          <Icon name="check" />
          {core().messageText("comment_waiting", {}, lang)}
        </p>
      )}
      {list.length === 0 && <p>{words.commentsNone}</p>}
      <ol>
        {list.map((comment) => (
          <Comment key={comment.id} comment={comment} onReply={onReply}>
            {under?.(comment.id)}
          </Comment>
        ))}
      </ol>
      <Pagination label={words.commentsPages} page={comments} />
      {comments.moderated && <p className={written.hint}>{words.commentsModerated}</p>}
      {children}
    </section>
  );
}

interface CommentProps {
  comment: CommentView;
  onReply: ((id: number) => void) | undefined;
  children: ReactNode;
}

function Comment({ comment, onReply, children }: CommentProps) {
  const words = useWords("content");
  const lang = useLang();
  const { id, author, answers } = comment;
  return (
    <li
      id={`comment-${id}`}
      data-depth={comment.depth}
      data-waiting={comment.waiting || undefined}
      data-shop={comment.by_shop || undefined}
    >
      <article aria-label={`${author}, ${comment.date}`}>
        <p className={written.head}>
          <strong>{author}</strong>
          {comment.by_shop && <span className={written.mark}>{words.commentByShop}</span>}
          <span>{comment.date}</span>
          {comment.waiting && <span className={written.mark}>{words.commentPending}</span>}
        </p>
        {answers && (
          <p className={written.hint}>
            {answers.author === null ? (
              words.commentAnswersGone
            ) : (
              <Link href={`#comment-${answers.id}`}>{words.commentAnswers(answers.author)}</Link>
            )}
          </p>
        )}
        <Html html={comment.html} />
        {comment.reply_path && (
          <Link
            id={`comment-reply-${id}`}
            className={styles.action}
            href={comment.reply_path}
            rel="nofollow"
            onClick={(event) => {
              event.preventDefault();
              onReply?.(id);
            }}
          >
            {core().messageText("comment_reply", { name: author }, lang)}
          </Link>
        )}
      </article>
      {children}
    </li>
  );
}
