import forms from "../../../components/form.module.css";
import { ErrorSummary } from "../../../components/forms/ErrorSummary.tsx";
import { PasswordField } from "../../../components/forms/PasswordField.tsx";
import { useAccountForm } from "../../../components/forms/useAccountForm.ts";
import { useWords } from "../../../context/PageContext.tsx";
import type { AccountPage, AccountSection } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Link.tsx";
import styles from "../shared/forms.module.css";
import { NewPasswordPair } from "./NewPasswordPair.tsx";
import { OpenLogins } from "./OpenLogins.tsx";

export type Details = Extract<AccountSection, { name: "details" }>;

/** Name, email address and password, and below them the browsers that are signed in. */
export function DetailsForm({ page, details }: { page: AccountPage; details: Details }) {
  const words = useWords("account");
  const form = useAccountForm(page.errors, (value) => ({
    form: "details",
    first_name: value("account_first_name"),
    last_name: value("account_last_name"),
    display_name: value("account_display_name"),
    email: value("account_email"),
    stored_email: details.stored_email,
    current: value("password_current"),
    password: value("password_1"),
    again: value("password_2"),
  }));
  const text = (id: string, label: string, value: string, autoComplete: string, hint?: string) => (
    <Field id={id} label={label} required error={form.errorOf(id)} hint={hint}>
      {(control) => (
        <input
          {...control}
          name={id}
          type={autoComplete === "email" ? "email" : "text"}
          autoComplete={autoComplete}
          defaultValue={value}
        />
      )}
    </Field>
  );
  return (
    <>
      <h1 tabIndex={-1}>{words.details}</h1>
      <Form
        className={forms.form}
        method="post"
        action="/my-account/edit-account/"
        noValidate
        onSubmit={form.onSubmit}
      >
        <ErrorSummary errors={form.shown} attempts={form.attempts} />
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <div className={styles.pair}>
          {text("account_first_name", words.firstName, details.first_name, "given-name")}
          {text("account_last_name", words.lastName, details.last_name, "family-name")}
        </div>
        {text(
          "account_display_name",
          words.displayName,
          details.display_name,
          "nickname",
          words.displayNameWhy,
        )}
        {text("account_email", words.email, details.email, "email")}
        <fieldset className={styles.group}>
          <legend>{words.changePassword}</legend>
          <NewPasswordPair
            form="edit_account"
            page={details.password_page}
            fields={{
              first_name: "account_first_name",
              last_name: "account_last_name",
              display_name: "account_display_name",
              email: "account_email",
            }}
            required={false}
            hint={words.changePasswordWhy}
            errorOf={form.errorOf}
            onStrength={form.onStrength}
          />
        </fieldset>
        <PasswordField
          id="password_current"
          name="password_current"
          label={words.currentPassword}
          hint={words.currentWhy}
          error={form.errorOf("password_current")}
          required={false}
          autoComplete="current-password"
        />
        <div className={forms.actions}>
          <button type="submit" className={button.button} aria-disabled={form.blocked || undefined}>
            {words.save}
          </button>
        </div>
      </Form>
      <OpenLogins page={page} logins={details.logins} />
    </>
  );
}
