import { type FormEvent, useState } from "react";
import forms from "../../../components/form.module.css";
import { ErrorSummary } from "../../../components/forms/ErrorSummary.tsx";
import { RegistrationFields } from "../../../components/registration/RegistrationFields.tsx";
import { hasFileFields, useRegistration } from "../../../components/registration/useRegistration.ts";
import { useLang, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { AccountPage, AccountSection } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form, Link } from "../../../ui/Link.tsx";
import { OpenInvoices } from "../payments/OpenInvoices.tsx";
import styles from "../shared/account.module.css";

type Section = Extract<AccountSection, { name: "company" }>;

/** The company of the account: its details and delivery addresses. Accounts without a company apply for one here. */
export function CompanyPage({ page, section }: { page: AccountPage; section: Section }) {
  const words = useWords("account");
  const { approval } = section;
  return (
    <>
      <h1 tabIndex={-1}>{words.company}</h1>
      <p className={styles.sub}>
        {approval === null && words.companyApply}
        {approval === "approved" && words.companyApproved(section.role_name)}
        {(approval === "pending" || approval === "rejected") && words.companyCorrect}
      </p>
      <CompanyForm page={page} section={section} />
      {section.invoices && (
        <section className={styles.part} aria-labelledby="fatture">
          <h2 id="fatture">{words.openInvoices}</h2>
          <OpenInvoices invoices={section.invoices} />
        </section>
      )}
      {approval !== null && <DeliveryAddresses section={section} />}
    </>
  );
}

function CompanyForm({ page, section }: { page: AccountPage; section: Section }) {
  const words = useWords("account");
  const lang = useLang();
  const registration = useRegistration(section.form);
  const [errors, setErrors] = useState(page.errors);
  const [attempts, setAttempts] = useState(page.errors.length > 0 ? 1 : 0);
  const shownErrors = errors.map((error) => ({
    field: error.field,
    text: core().messageText(error.code, error.params, lang),
  }));
  const submit = (event: FormEvent) => {
    const found = registration.errors();
    if (found.length === 0) return;
    event.preventDefault();
    setErrors(found);
    setAttempts((count) => count + 1);
  };
  return (
    <Form
      className={forms.form}
      method="post"
      action="/my-account/company/"
      encType={hasFileFields(section.form) ? "multipart/form-data" : undefined}
      noValidate
      onSubmit={submit}
    >
      <ErrorSummary errors={shownErrors} attempts={attempts} />
      <input type="hidden" name="_wpnonce" value={page.nonce} />
      <RegistrationFields
        registration={registration}
        errorOf={(control) => shownErrors.find((error) => error.field === control)?.text ?? ""}
        path="/my-account/company/"
      />
      <div className={forms.actions}>
        <button type="submit" className={button.button}>
          {section.approval === "approved" ? words.companySave : words.companySend}
        </button>
      </div>
    </Form>
  );
}

function DeliveryAddresses({ section }: { section: Section }) {
  const words = useWords("account");
  return (
    <section className={styles.part} aria-labelledby="consegne">
      <h2 id="consegne">{words.companyAddresses}</h2>
      {section.addresses.length === 0 ? (
        <p>{words.companyNoAddresses}</p>
      ) : (
        <div className={styles.cards}>
          {section.addresses.map((address) => (
            <section key={address.path} className={styles.card}>
              <address>
                {address.lines.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </address>
              <Link href={address.path} aria-label={words.editNamed(address.lines.join(", "))}>
                {words.edit}
              </Link>
            </section>
          ))}
        </div>
      )}
      {section.may_add && <Link href="/my-account/company/address/">{words.companyAddAddress}</Link>}
    </section>
  );
}
