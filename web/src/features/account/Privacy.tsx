import button from "../../components/button.module.css";
import forms from "../../components/form.module.css";
import { ErrorSummary } from "../../components/forms/ErrorSummary.tsx";
import { PasswordField } from "../../components/forms/PasswordField.tsx";
import { useAccountForm } from "../../components/forms/useAccountForm.ts";
import { useWords } from "../../context/PageContext.tsx";
import type { AccountPage } from "../../core/types.ts";
import styles from "./forms.module.css";

/** Taking one's data away, and deleting the account. */
export function Privacy({ page }: { page: AccountPage }) {
  const words = useWords("account");
  return (
    <>
      <h1 tabIndex={-1}>{words.myData}</h1>
      <section className={styles.block}>
        <h2>{words.exportTitle}</h2>
        <p>{words.exportText}</p>
        <a className={`${button.button} ${button.quiet}`} href="/my-account/privacy/export/" download>
          {words.exportButton}
        </a>
      </section>
      <section className={styles.block}>
        <h2>{words.deleteTitle}</h2>
        {page.person?.subaccount ? <p>{words.subaccountDeletion}</p> : <Deletion page={page} />}
      </section>
    </>
  );
}

function Deletion({ page }: { page: AccountPage }) {
  const words = useWords("account");
  const form = useAccountForm(page.errors, (value) => ({
    form: "delete",
    current: value("password_current"),
  }));
  return (
    <>
      <p>{words.deleteText}</p>
      <form
        className={forms.form}
        method="post"
        action="/my-account/privacy/"
        noValidate
        onSubmit={form.onSubmit}
      >
        <ErrorSummary errors={form.shown} attempts={form.attempts} />
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <PasswordField
          id="password_current"
          name="password_current"
          label={words.currentPassword}
          error={form.errorOf("password_current")}
          autoComplete="current-password"
        />
        <div className={forms.actions}>
          <button type="submit" className={`${button.button} ${styles.danger}`}>
            {words.deleteButton}
          </button>
        </div>
      </form>
    </>
  );
}
