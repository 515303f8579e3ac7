import forms from "../../../components/form.module.css";
import { PasswordField } from "../../../components/forms/PasswordField.tsx";
import { useLang, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { AccountPage, FieldError, SubaccountValues } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Field } from "../../../ui/Field.tsx";
import { Form } from "../../../ui/Link.tsx";
import { FormErrors } from "./FormErrors.tsx";
import { SubaccountFields } from "./SubaccountFields.tsx";
import styles from "./Subaccounts.module.css";
import { useSubaccountForm } from "./useSubaccountForm.ts";

const value = (fields: FormData, name: string) => String(fields.get(name) ?? "");

const check = (fields: FormData) =>
  core().subaccountErrors({
    username: value(fields, "username"),
    email: value(fields, "email"),
    password: value(fields, "password"),
  }) as FieldError[];

/** The "new account" button and the form that it opens. */
export function NewSubaccount({ page, typed }: { page: AccountPage; typed: SubaccountValues | null }) {
  const words = useWords("account");
  const lang = useLang();
  const failure = (answer: string, code: string) => core().messageText(code, { answer }, lang);
  const form = useSubaccountForm(page.errors, page.trade_token, "b2bking_create_subaccount", check, failure);
  return (
    <details className={styles.opened} open={typed !== null || undefined}>
      <summary className={button.button}>{words.newSubaccount}</summary>
      <Form
        className={`${forms.form} ${styles.card}`}
        method="post"
        action="/my-account/subaccounts/"
        noValidate
        onSubmit={form.onSubmit}
      >
        <FormErrors text={form.text} attempts={form.attempts} />
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <Field
          id="username"
          label={words.subaccountUsername}
          required
          error={form.errorOf("username")}
          hint={words.subaccountUsernameWhy}
        >
          {(control) => (
            <input
              {...control}
              name="username"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={typed?.username ?? ""}
            />
          )}
        </Field>
        <Field id="email" label={words.email} required error={form.errorOf("email")}>
          {(control) => (
            <input
              {...control}
              name="email"
              type="email"
              autoComplete="off"
              defaultValue={typed?.email ?? ""}
            />
          )}
        </Field>
        <PasswordField
          id="password"
          name="password"
          label={words.subaccountPassword}
          hint={words.subaccountPasswordWhy}
          error={form.errorOf("password")}
          autoComplete="new-password"
        />
        <SubaccountFields fields={typed} errorOf={form.errorOf} />
        <div className={forms.actions}>
          <button type="submit" className={button.button} aria-disabled={form.busy || undefined}>
            {form.busy ? words.creatingSubaccount : words.createSubaccount}
          </button>
        </div>
      </Form>
    </details>
  );
}
