import forms from "../../../components/form.module.css";
import { ErrorSummary } from "../../../components/forms/ErrorSummary.tsx";
import { useAccountForm } from "../../../components/forms/useAccountForm.ts";
import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { AccountPage } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Field } from "../../../ui/Field.tsx";
import { Form, Link } from "../../../ui/Link.tsx";

interface LostPasswordFormProps {
  page: AccountPage;
  login: string;
  sent: boolean;
  /** Validity of the link in hours. */
  linkHours: number;
}

/** Requests a link to reset the password. */
export function LostPasswordForm({ page, login, sent, linkHours }: LostPasswordFormProps) {
  const format = useFormat();
  const words = useWords("account");
  const loginWords = useWords("login");
  const form = useAccountForm(page.errors, (value) => ({
    form: "lost_password",
    login: value("user_login"),
  }));
  if (sent) {
    return (
      <section className={forms.narrow}>
        <h1 tabIndex={-1}>{words.sent}</h1>
        <p role="status">{words.sentText(format.integer(linkHours))}</p>
        <Link href="/my-account/">{words.toLogin}</Link>
      </section>
    );
  }
  return (
    <section className={forms.narrow}>
      <h1 tabIndex={-1}>{words.lostTitle}</h1>
      <p>{words.lostText}</p>
      <Form
        className={forms.form}
        method="post"
        action="/my-account/lost-password/"
        noValidate
        onSubmit={form.onSubmit}
      >
        <ErrorSummary errors={form.shown} attempts={form.attempts} />
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <Field id="user_login" label={loginWords.login} required error={form.errorOf("user_login")}>
          {(control) => (
            <input
              {...control}
              name="user_login"
              type="text"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={login}
            />
          )}
        </Field>
        <div className={forms.actions}>
          <button type="submit" className={button.button}>
            {words.sendLink}
          </button>
          <Link href="/my-account/">{words.toLogin}</Link>
        </div>
      </Form>
    </section>
  );
}
