import button from "../../../components/button.module.css";
import { EmailInput } from "../../../components/EmailInput.tsx";
import { useLang, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import { Field } from "../../../ui/Field.tsx";
import styles from "./Comments.module.css";
import type { CommentFormState } from "./useCommentForm.ts";

/** Writes a comment, or answers one under which it stands. The page itself takes the form; scripts move it without loading the page,
 * and tell mistakes earlier. */
export function CommentForm({ state, answering }: { state: CommentFormState; answering: string | null }) {
  const words = useWords("content");
  const lang = useLang();
  const { view, form, errors, sending, parent, typed, move, submit, mend } = state;
  return (
    <section id="respond" className={styles.respond} aria-labelledby="scrivi-commento">
      <h2 id="scrivi-commento">
        {answering === null
          ? words.writeComment
          : core().messageText("comment_reply", { name: answering }, lang)}
      </h2>
      {parent !== 0 && (
        <p>
          <a
            href={view.cancel_path}
            className={styles.action}
            onClick={(event) => {
              event.preventDefault();
              move(0);
            }}
          >
            {core().messageText("comment_cancel_reply", {}, lang)}
          </a>
        </p>
      )}
      <form
        ref={form}
        className={styles.form}
        method="post"
        action={view.action}
        noValidate
        onSubmit={submit}
      >
        <input type="hidden" name="comment_post_ID" value={view.page_id} />
        <input type="hidden" name="comment_parent" value={parent} />
        <input type="hidden" name="nonce" value={view.nonce} />
        <div className={styles.trap} aria-hidden="true">
          <label>
            {words.commentTrap}
            <input name={view.trap} tabIndex={-1} autoComplete="off" />
          </label>
        </div>
        {errors[""] && (
          <p className={styles.alert} role="alert" tabIndex={-1}>
            {errors[""]}
          </p>
        )}
        <Field id="comment" label={words.yourComment} required error={errors.comment ?? ""}>
          {(control) => (
            <textarea
              {...control}
              name="comment"
              rows={5}
              defaultValue={typed.text}
              onChange={() => mend("comment")}
            />
          )}
        </Field>
        {view.form.known_writer ? (
          <p className={styles.hint}>{words.commentAs(view.writer)}</p>
        ) : (
          <Writer state={state} />
        )}
        <button
          type="submit"
          className={`${button.button} ${styles.send}`}
          aria-disabled={sending || undefined}
        >
          {sending ? words.sendingComment : words.sendComment}
        </button>
      </form>
    </section>
  );
}

function Writer({ state: { errors, typed, mend } }: { state: CommentFormState }) {
  const words = useWords("content");
  return (
    <div className={styles.pair}>
      <Field
        id="author"
        label={words.commentName}
        required
        error={errors.author ?? ""}
        hint={words.commentNameHint}
      >
        {(control) => (
          <input
            {...control}
            name="author"
            autoComplete="name"
            defaultValue={typed.name}
            onChange={() => mend("author")}
          />
        )}
      </Field>
      <Field
        id="email"
        label={words.commentEmail}
        required
        error={errors.email ?? ""}
        hint={words.commentEmailHint}
      >
        {(control) => (
          <EmailInput control={control} name="email" value={typed.email} onChange={() => mend("email")} />
        )}
      </Field>
    </div>
  );
}
