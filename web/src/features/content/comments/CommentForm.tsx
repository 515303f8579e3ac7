import { PostForm } from "../../../components/written/PostForm.tsx";
import written from "../../../components/written/written.module.css";
import { useLang, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import { Link } from "../../../ui/Link.tsx";
import styles from "./Comments.module.css";
import type { CommentFormState } from "./useCommentForm.ts";

interface Props {
  comment: CommentFormState;
  /** Author of the comment that is being answered; `null` for a new comment. */
  answering: string | null;
}

/** The form for a comment or a reply. */
export function CommentForm({ comment, answering }: Props) {
  const words = useWords("content");
  const lang = useLang();
  const { view, parent, typed, move, state } = comment;
  return (
    <section id="respond" className={written.box} aria-labelledby="scrivi-commento">
      <h2 id="scrivi-commento">
        {answering === null
          ? words.writeComment
          : core().messageText("comment_reply", { name: answering }, lang)}
      </h2>
      {parent !== 0 && (
        <p>
          <Link
            href={view.cancel_path}
            className={styles.action}
            onClick={(event) => {
              event.preventDefault();
              move(0);
            }}
          >
            {core().messageText("comment_cancel_reply", {}, lang)}
          </Link>
        </p>
      )}
      <PostForm
        state={state}
        words={{
          text: words.yourComment,
          name: words.commentName,
          nameHint: words.commentNameHint,
          email: words.commentEmail,
          emailHint: words.commentEmailHint,
          signed: words.commentAs,
          send: words.sendComment,
          sending: words.sendingComment,
        }}
        action={view.action}
        postId={view.page_id}
        parent={parent}
        nonce={view.nonce}
        typed={typed}
        writer={view.form.known_writer ? view.writer : null}
      >
        <div className="visuallyHidden" aria-hidden="true">
          <label>
            {words.commentTrap}
            <input name={view.trap} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </PostForm>
    </section>
  );
}
