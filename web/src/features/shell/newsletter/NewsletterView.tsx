import forms from "../../../components/form.module.css";
import { ErrorSummary } from "../../../components/forms/ErrorSummary.tsx";
import type { NewsletterPage } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form } from "../../../ui/Link.tsx";
import { NewsletterForm } from "./NewsletterForm.tsx";

/** The newsletter page, and the pages that the links in its emails lead to. */
export function NewsletterView({ page }: { page: NewsletterPage }) {
  const errorOf = (field: string) => page.errors.find((error) => error.field === field)?.text ?? "";
  return (
    <section className={`${forms.narrow} ${forms.alone}`}>
      <h1 tabIndex={-1}>{page.title}</h1>
      <p role={page.step === "message" ? "status" : undefined}>{page.text}</p>
      {page.step === "subscribe" && (
        <>
          <ErrorSummary errors={page.errors} attempts={page.errors.length > 0 ? 1 : 0} />
          <NewsletterForm email={page.email} errorOf={errorOf} />
        </>
      )}
      {(page.step === "confirm" || page.step === "leave") && (
        <Form
          className={forms.form}
          method="post"
          action={page.step === "confirm" ? "/newsletter/conferma/" : "/newsletter/annulla/"}
        >
          <input type="hidden" name="key" value={page.key} />
          <div className={forms.actions}>
            <button type="submit" className={button.button}>
              {page.button}
            </button>
          </div>
        </Form>
      )}
    </section>
  );
}
