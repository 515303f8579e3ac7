import button from "../../components/button.module.css";
import forms from "../../components/form.module.css";
import { ErrorSummary } from "../../components/forms/ErrorSummary.tsx";
import { PasswordField } from "../../components/forms/PasswordField.tsx";
import { useAccountForm } from "../../components/forms/useAccountForm.ts";
import { useFormat, useWords } from "../../context/PageContext.tsx";
import type { AccountPage, AccountSection } from "../../core/types.ts";
import styles from "./forms.module.css";

type Section = Extract<AccountSection, { name: "privacy" }>;

/** Taking one's data away, and deleting the account. */
export function Privacy({ page, section }: { page: AccountPage; section: Section }) {
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
        {page.person?.subaccount ? (
          <p>{words.subaccountDeletion}</p>
        ) : (
          <Deletion page={page} subaccounts={section.subaccounts} />
        )}
      </section>
    </>
  );
}

function Deletion({ page, subaccounts }: { page: AccountPage; subaccounts: number }) {
  const words = useWords("account");
  const format = useFormat();
  const form = useAccountForm(page.errors, (value) => ({
    form: "delete",
    current: value("password_current"),
  }));
  return (
    <>
      <p>{words.deleteText}</p>
      {page.person?.keeps_company && <p>{words.deleteCompany}</p>}
      {subaccounts > 0 && (
        <p>
          <strong>{words.deleteSubaccounts(format.integer(subaccounts), subaccounts === 1)}</strong>
        </p>
      )}
      <form
        className={forms.form}
        method="post"
        action="/my-account/privacy/"
        noValidate
        onSubmit={form.onSubmit}
      >
        <ErrorSummary errors={form.shown} attempts={form.attempts} />
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <input type="hidden" name="subaccounts" value={subaccounts} />
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
