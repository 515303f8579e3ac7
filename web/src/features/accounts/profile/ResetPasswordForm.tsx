import forms from "../../../components/form.module.css";
import { ErrorSummary } from "../../../components/forms/ErrorSummary.tsx";
import { useAccountForm } from "../../../components/forms/useAccountForm.ts";
import { useWords } from "../../../context/PageContext.tsx";
import type { AccountPage, PasswordPage } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form } from "../../../ui/Link.tsx";
import { NewPasswordPair } from "./NewPasswordPair.tsx";

interface ResetPasswordFormProps {
  page: AccountPage;
  linkKey: string;
  passwordPage: PasswordPage;
}

/** Sets a new password with the link from an email. */
export function ResetPasswordForm({ page, linkKey, passwordPage }: ResetPasswordFormProps) {
  const words = useWords("account");
  const form = useAccountForm(page.errors, (value) => ({
    form: "reset_password",
    password: value("password_1"),
    again: value("password_2"),
  }));
  return (
    <section className={forms.narrow}>
      <h1 tabIndex={-1}>{words.chooseTitle}</h1>
      <Form
        className={forms.form}
        method="post"
        action="/my-account/lost-password/"
        noValidate
        onSubmit={form.onSubmit}
      >
        <ErrorSummary errors={form.shown} attempts={form.attempts} />
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <input type="hidden" name="reset_key" value={linkKey} />
        <NewPasswordPair
          form="lost_reset_password"
          page={passwordPage}
          fields={{}}
          required
          errorOf={form.errorOf}
          onStrength={form.onStrength}
        />
        <div className={forms.actions}>
          <button type="submit" className={button.button} aria-disabled={form.blocked || undefined}>
            {words.savePassword}
          </button>
        </div>
      </Form>
    </section>
  );
}
