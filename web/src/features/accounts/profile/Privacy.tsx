import forms from "../../../components/form.module.css";
import { ErrorSummary } from "../../../components/forms/ErrorSummary.tsx";
import { PasswordField } from "../../../components/forms/PasswordField.tsx";
import { useAccountForm } from "../../../components/forms/useAccountForm.ts";
import { RequiredCheckbox } from "../../../components/RequiredCheckbox.tsx";
import { useFormat, useLang, useShell, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { AccountPage, AccountSection } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form, Link } from "../../../ui/Link.tsx";
import styles from "../shared/forms.module.css";

type Section = Extract<AccountSection, { name: "privacy" }>;

/** Exporting personal data and deleting the account. */
export function Privacy({ page, section }: { page: AccountPage; section: Section }) {
  const words = useWords("account");
  return (
    <>
      <h1 tabIndex={-1}>{words.myData}</h1>
      <section className={styles.block}>
        <h2>{words.exportTitle}</h2>
        <p>{words.exportText}</p>
        <Link className={`${button.button} ${button.quiet}`} href="/my-account/privacy/export/" download>
          {words.exportButton}
        </Link>
      </section>
      {typeof section.newsletter === "boolean" && <Newsletter page={page} wanted={section.newsletter} />}
      <section className={styles.block}>
        <h2>{words.deleteTitle}</h2>
        {page.person?.subaccount ? (
          <p>{words.subaccountDeletion}</p>
        ) : (
          <Deletion page={page} subaccounts={section.subaccounts} years={section.order_years} />
        )}
      </section>
    </>
  );
}

function Newsletter({ page, wanted }: { page: AccountPage; wanted: boolean }) {
  const words = useWords("account");
  const shell = useShell();
  const lang = useLang();
  const consentError = page.errors.find((one) => one.field === "newsletter_consent");
  const error = consentError ? core().messageText(consentError.code, consentError.params, lang) : "";
  return (
    <section className={styles.block}>
      <h2>{words.newsletterTitle}</h2>
      <p>{wanted ? words.newsletterOn : words.newsletterOff}</p>
      <Form className={forms.form} method="post" action="/my-account/privacy/newsletter/" noValidate>
        <input type="hidden" name="_wpnonce" value={page.nonce} />
        <input type="hidden" name="newsletter" value={wanted ? "0" : "1"} />
        {!wanted && (
          <RequiredCheckbox name="newsletter_consent" error={error} ticked={false}>
            {shell.newsletter}
          </RequiredCheckbox>
        )}
        <div className={forms.actions}>
          <button type="submit" className={`${button.button} ${button.quiet}`}>
            {wanted ? words.newsletterLeave : words.newsletterSubscribe}
          </button>
        </div>
      </Form>
    </section>
  );
}

interface DeletionProps {
  page: AccountPage;
  subaccounts: number;
  /** Retention period of orders. */
  years: number;
}

function Deletion({ page, subaccounts, years }: DeletionProps) {
  const words = useWords("account");
  const format = useFormat();
  const form = useAccountForm(page.errors, (value) => ({
    form: "delete",
    current: value("password_current"),
  }));
  return (
    <>
      <p>{words.deleteText(format.integer(years))}</p>
      {page.person?.keeps_company && <p>{words.deleteCompany}</p>}
      {subaccounts > 0 && (
        <p>
          <strong>{words.deleteSubaccounts(format.integer(subaccounts), subaccounts === 1)}</strong>
        </p>
      )}
      <Form
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
          <button type="submit" className={`${button.button} ${button.danger}`}>
            {words.deleteButton}
          </button>
        </div>
      </Form>
    </>
  );
}
