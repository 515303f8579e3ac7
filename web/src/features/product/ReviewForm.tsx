import { type FormEvent, useEffect, useRef, useState } from "react";
import button from "../../components/button.module.css";
import { EmailInput } from "../../components/EmailInput.tsx";
import { useLang, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { ProductPage, ReviewFormView } from "../../core/types.ts";
import { Field } from "../../ui/Field.tsx";
import styles from "./ReviewForm.module.css";
import { StarInput } from "./StarInput.tsx";

/** Names of the fields on the wire, by those of the rules. */
const WIRE: Record<string, string> = { text: "comment", name: "author" };

type Errors = Record<string, string>;

/** Writes a review. The page itself takes the form, with and without scripts; scripts only tell mistakes earlier. */
export function ReviewForm({ page, view }: { page: ProductPage; view: ReviewFormView }) {
  const words = useWords("product");
  const lang = useLang();
  const form = useRef<HTMLFormElement>(null);
  const told = Object.fromEntries(view.errors.map(({ field, text }) => [field, text]));
  const [errors, setErrors] = useState<Errors>(told);
  const [sending, setSending] = useState(false);
  const known = page.review_rules.known_writer;

  const focusFirst = (found: Errors) => {
    const first = ["rating", "comment", "author", "email"].find((name) => found[name]);
    const field = form.current?.querySelector<HTMLElement>(first ? `#${first}` : "[role=alert]");
    (field?.querySelector<HTMLElement>("input[type=radio]") ?? field)?.focus();
  };
  // A form that came back with mistakes starts at the first one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the form as it arrived
  useEffect(() => {
    if (view.errors.length > 0) focusFirst(told);
  }, []);

  // A page that the browser kept aside can be sent again.
  useEffect(() => {
    const again = () => setSending(false);
    window.addEventListener("pageshow", again);
    return () => window.removeEventListener("pageshow", again);
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (sending) {
      event.preventDefault();
      return;
    }
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => String(typed.get(name) ?? "");
    const refusals = core().checkReview(
      {
        rating: text("rating") ? Number(text("rating")) : null,
        name: text("author"),
        email: text("email"),
        text: text("comment"),
      },
      page.review_rules,
    );
    const found: Errors = {};
    for (const { field, code, params } of refusals) {
      found[WIRE[field] ?? field] ??= core().messageText(code, params, lang);
    }
    setErrors(found);
    if (refusals.length > 0) {
      event.preventDefault();
      focusFirst(found);
      return;
    }
    setSending(true);
  };
  const mend = (name: string) => {
    if (errors[name]) setErrors({ ...errors, [name]: "" });
  };
  return (
    <section className={styles.review} aria-labelledby="scrivi-recensione">
      <h2 id="scrivi-recensione">{words.writeReview}</h2>
      <form
        ref={form}
        className={styles.form}
        method="post"
        action={`${page.card.path}#reviews`}
        noValidate
        onSubmit={submit}
      >
        <input type="hidden" name="comment_post_ID" value={page.card.id} />
        <input type="hidden" name="comment_parent" value="0" />
        <input type="hidden" name="nonce" value={view.nonce} />
        {errors[""] && (
          <p className={styles.alert} role="alert" tabIndex={-1}>
            {errors[""]}
          </p>
        )}
        <StarInput initial={view.form.rating} error={errors.rating ?? ""} onChoose={() => mend("rating")} />
        <Field id="comment" label={words.yourReview} required error={errors.comment ?? ""}>
          {(control) => (
            <textarea
              {...control}
              name="comment"
              rows={5}
              defaultValue={view.form.text}
              onChange={() => mend("comment")}
            />
          )}
        </Field>
        {known ? (
          <p className={styles.hint}>{words.reviewAs(view.writer)}</p>
        ) : (
          <div className={styles.pair}>
            <Field
              id="author"
              label={words.reviewName}
              required
              error={errors.author ?? ""}
              hint={words.reviewNameHint}
            >
              {(control) => (
                <input
                  {...control}
                  name="author"
                  autoComplete="name"
                  defaultValue={view.form.name}
                  onChange={() => mend("author")}
                />
              )}
            </Field>
            <Field
              id="email"
              label={words.reviewEmail}
              required
              error={errors.email ?? ""}
              hint={words.reviewEmailHint}
            >
              {(control) => (
                <EmailInput
                  control={control}
                  name="email"
                  value={view.form.email}
                  onChange={() => mend("email")}
                />
              )}
            </Field>
          </div>
        )}
        <button
          type="submit"
          className={`${button.button} ${styles.send}`}
          aria-disabled={sending || undefined}
        >
          {sending ? words.sendingReview : words.sendReview}
        </button>
      </form>
    </section>
  );
}
