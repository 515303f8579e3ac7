import { useWords } from "../../../context/PageContext.tsx";
import button from "../../../ui/button.module.css";
import { Form } from "../../../ui/Link.tsx";
import styles from "./NewsletterSignup.module.css";

/**
 * The newsletter form at the foot of a page, with a checkbox that starts unticked. A plain form; `/newsletter/` shows the errors.
 */
export function NewsletterSignup({ consent }: { consent: string }) {
  const words = useWords();
  return (
    <section aria-labelledby="piede-newsletter">
      <h2 id="piede-newsletter">{words.newsletterTitle}</h2>
      <Form className={styles.form} method="post" action="/newsletter/" noValidate>
        <label htmlFor="piede-newsletter-email">{words.newsletterEmail}</label>
        <input
          id="piede-newsletter-email"
          className={styles.email}
          name="newsletter_email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <label className={styles.check}>
          <input type="checkbox" name="newsletter_consent" value="1" required />
          <span>{consent}</span>
        </label>
        <button type="submit" className={`${button.button} ${button.quiet} ${styles.send}`}>
          {words.newsletterSubscribe}
        </button>
      </Form>
    </section>
  );
}
