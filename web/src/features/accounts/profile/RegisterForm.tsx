import { EmailInput } from "../../../components/EmailInput.tsx";
import forms from "../../../components/form.module.css";
import { ErrorSummary } from "../../../components/forms/ErrorSummary.tsx";
import { PasswordField } from "../../../components/forms/PasswordField.tsx";
import { PasswordMeter } from "../../../components/forms/PasswordMeter.tsx";
import { useAccountForm } from "../../../components/forms/useAccountForm.ts";
import { usePasswordMeter } from "../../../components/forms/usePasswordMeter.ts";
import { RegistrationFields } from "../../../components/registration/RegistrationFields.tsx";
import { hasFileFields, useRegistration } from "../../../components/registration/useRegistration.ts";
import { useWords } from "../../../context/PageContext.tsx";
import type { FieldError } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Link.tsx";
import type { Entry } from "./EntryForms.tsx";

/** Registers an account with an email address and a password. A link in an email completes it. */
export function RegisterForm({ entry, errors }: { entry: Entry; errors: FieldError[] }) {
  const words = useWords("account");
  const loginWords = useWords("login");
  const registration = useRegistration(entry.form);
  const form = useAccountForm(
    errors,
    (value) => ({ form: "register", email: value("email"), password: value("password") }),
    registration.errors,
  );
  const { meter, prepare, judge } = usePasswordMeter({
    form: "register",
    page: entry.password_page,
    fields: { email: "email" },
    onStrength: form.onStrength,
  });
  return (
    <Form
      className={forms.form}
      method="post"
      action="/my-account/"
      encType={hasFileFields(entry.form) ? "multipart/form-data" : undefined}
      noValidate
      onSubmit={form.onSubmit}
    >
      <ErrorSummary errors={form.shown} attempts={form.attempts} />
      <input type="hidden" name="woocommerce-register-nonce" value={entry.register_nonce} />
      <input type="hidden" name="redirect" value={entry.redirect} />
      <Field id="reg_email" label={words.email} required error={form.errorOf("reg_email")}>
        {(control) => <EmailInput control={control} name="email" value={entry.email} />}
      </Field>
      <PasswordField
        id="reg_password"
        name="password"
        label={loginWords.password}
        error={form.errorOf("reg_password")}
        autoComplete="new-password"
        onFocus={prepare}
        onInput={(value, element) => judge(value, null, element)}
      >
        <PasswordMeter meter={meter} />
      </PasswordField>
      <RegistrationFields registration={registration} errorOf={form.errorOf} path="/my-account/" />
      <div className={forms.actions}>
        <button
          type="submit"
          name="register"
          value="1"
          className={button.button}
          aria-disabled={form.blocked || undefined}
        >
          {loginWords.register}
        </button>
      </div>
    </Form>
  );
}
