import { EmailInput } from "../../../components/EmailInput.tsx";
import forms from "../../../components/form.module.css";
import { RequiredCheckbox } from "../../../components/RequiredCheckbox.tsx";
import { useShell, useWords } from "../../../context/PageContext.tsx";
import button from "../../../ui/button.module.css";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Link.tsx";

interface NewsletterFormProps {
  email: string;
  errorOf: (field: string) => string;
}

/** The newsletter form: an email address and an unticked checkbox. A plain form. */
export function NewsletterForm({ email, errorOf }: NewsletterFormProps) {
  const { newsletter } = useShell();
  const words = useWords();
  return (
    <Form className={forms.form} method="post" action="/newsletter/" noValidate>
      <Field id="newsletter_email" label={words.newsletterEmail} required error={errorOf("newsletter_email")}>
        {(control) => <EmailInput control={control} name="newsletter_email" value={email} />}
      </Field>
      <RequiredCheckbox name="newsletter_consent" error={errorOf("newsletter_consent")} ticked={false}>
        {newsletter}
      </RequiredCheckbox>
      <div className={forms.actions}>
        <button type="submit" className={button.button}>
          {words.newsletterSubscribe}
        </button>
      </div>
    </Form>
  );
}
