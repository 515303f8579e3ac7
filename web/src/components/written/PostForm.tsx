import type { ReactNode } from "react";
import button from "../../ui/button.module.css";
import { Field } from "../../ui/Field.tsx";
import { Form } from "../../ui/Link.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { EmailInput } from "../EmailInput.tsx";
import type { PostFormState } from "./usePostForm.ts";
import styles from "./written.module.css";

/** Texts of the form. */
interface Words {
  text: string;
  name: string;
  nameHint: string;
  email: string;
  emailHint: string;
  /** Sentence with the name under which a logged-in author posts. */
  signed: (name: string) => string;
  send: string;
  sending: string;
}

interface Props {
  state: PostFormState;
  words: Words;
  /** URL to which the form is submitted. */
  action: string;
  /** Id of the reviewed product or commented page. */
  postId: number;
  /** Id of the comment that is replied to; 0 for none. */
  parent: number;
  nonce: string;
  /** Initial values. */
  typed: { text: string; name: string; email: string };
  /** Name of a logged-in author; `null` for a guest, who must enter one. */
  writer: string | null;
  /** Fields before the text. */
  children?: ReactNode;
}

/** Form for a review or a comment. */
export function PostForm(props: Props) {
  const { state, words, typed, writer, children } = props;
  const { form, errors, sending, submit, mend } = state;
  return (
    <Form ref={form} className={styles.form} method="post" action={props.action} noValidate onSubmit={submit}>
      <input type="hidden" name="comment_post_ID" value={props.postId} />
      <input type="hidden" name="comment_parent" value={props.parent} />
      <input type="hidden" name="nonce" value={props.nonce} />
      {errors[""] && (
        <Notice kind="error" role="alert" tabIndex={-1}>
          <p>{errors[""]}</p>
        </Notice>
      )}
      {children}
      <Field id="comment" label={words.text} required error={errors.comment ?? ""}>
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
      {writer !== null ? (
        <p className={styles.hint}>{words.signed(writer)}</p>
      ) : (
        <div className={styles.pair}>
          <Field id="author" label={words.name} required error={errors.author ?? ""} hint={words.nameHint}>
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
          <Field id="email" label={words.email} required error={errors.email ?? ""} hint={words.emailHint}>
            {(control) => (
              <EmailInput control={control} name="email" value={typed.email} onChange={() => mend("email")} />
            )}
          </Field>
        </div>
      )}
      <button
        type="submit"
        className={`${button.button} ${styles.send}`}
        aria-disabled={sending || undefined}
      >
        {sending ? words.sending : words.send}
      </button>
    </Form>
  );
}
