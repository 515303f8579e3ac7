import { useWords } from "../../context/PageContext.tsx";
import type { FieldError } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Field } from "../../ui/Field.tsx";
import { Form, Link } from "../../ui/Link.tsx";
import forms from "../form.module.css";
import { ErrorSummary } from "./ErrorSummary.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { useAccountForm } from "./useAccountForm.ts";

interface LoginFormProps {
  /** Keeps ids unique if the page has two login forms, the header's popup and its own. */
  idPrefix: string;
  nonce: string;
  login: string;
  /** Path to go to after the login; empty for the account page. */
  redirect: string;
  errors: FieldError[];
}

export function LoginForm({ idPrefix, nonce, login, redirect, errors }: LoginFormProps) {
  const words = useWords("login");
  const form = useAccountForm(errors, (value) => ({
    form: "login",
    username: value("username"),
    password: value("password"),
  }));
  return (
    <Form className={forms.form} method="post" action="/my-account/" noValidate onSubmit={form.onSubmit}>
      <ErrorSummary errors={form.shown} attempts={form.attempts} idPrefix={idPrefix} />
      <input type="hidden" name="woocommerce-login-nonce" value={nonce} />
      <input type="hidden" name="redirect" value={redirect} />
      <Field id={`${idPrefix}username`} label={words.login} required error={form.errorOf("username")}>
        {(control) => (
          <input
            {...control}
            name="username"
            type="text"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={login}
          />
        )}
      </Field>
      <PasswordField
        id={`${idPrefix}password`}
        name="password"
        label={words.password}
        error={form.errorOf("password")}
        autoComplete="current-password"
      />
      <label className={forms.check}>
        <input type="checkbox" name="rememberme" value="forever" />
        <span>{words.remember}</span>
      </label>
      <div className={forms.actions}>
        <button type="submit" name="login" value="1" className={button.button}>
          {words.logIn}
        </button>
        <Link href="/my-account/lost-password/">{words.lostPassword}</Link>
      </div>
    </Form>
  );
}
