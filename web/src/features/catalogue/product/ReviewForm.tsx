import { PostForm } from "../../../components/written/PostForm.tsx";
import { usePostForm } from "../../../components/written/usePostForm.ts";
import written from "../../../components/written/written.module.css";
import { useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { ProductPage, ReviewFormView } from "../../../core/types.ts";
import { StarInput } from "./StarInput.tsx";

/** The form for a review. */
export function ReviewForm({ page, view }: { page: ProductPage; view: ReviewFormView }) {
  const words = useWords("product");
  const rules = page.review_rules;
  const state = usePostForm(view.errors, (typed) => core().checkReview(typed, rules));
  return (
    <section className={written.box} aria-labelledby="scrivi-recensione">
      <h2 id="scrivi-recensione">{words.writeReview}</h2>
      <PostForm
        state={state}
        words={{
          text: words.yourReview,
          name: words.reviewName,
          nameHint: words.reviewNameHint,
          email: words.reviewEmail,
          emailHint: words.reviewEmailHint,
          signed: words.reviewAs,
          send: words.sendReview,
          sending: words.sendingReview,
        }}
        action={`${page.card.path}#reviews`}
        postId={page.card.id}
        parent={0}
        nonce={view.nonce}
        typed={view.form}
        writer={rules.known_writer ? view.writer : null}
      >
        <StarInput
          initial={view.form.rating}
          error={state.errors.rating ?? ""}
          onChoose={() => state.mend("rating")}
        />
      </PostForm>
    </section>
  );
}
