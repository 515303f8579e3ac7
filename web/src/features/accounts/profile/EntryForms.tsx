import { LoginForm } from "../../../components/forms/LoginForm.tsx";
import { useWords } from "../../../context/PageContext.tsx";
import type { AccountPage, AccountSection } from "../../../core/types.ts";
import styles from "./EntryForms.module.css";
import { RegisterForm } from "./RegisterForm.tsx";

export type Entry = Extract<AccountSection, { name: "entry" }>;

/** The sign-in form, with the registration form beside it. */
export function EntryForms({ page, entry }: { page: AccountPage; entry: Entry }) {
  const words = useWords("account");
  const loginWords = useWords("login");
  // Errors of the registration carry its field names; all others concern the sign-in.
  const registering = page.errors.some((error) => error.field.startsWith("reg_")) || entry.email !== "";
  const errorsFor = (register: boolean) => (registering === register ? page.errors : []);
  return (
    <>
      <h1 tabIndex={-1} className={styles.title}>
        {words.account}
      </h1>
      <div className={styles.columns} data-single={entry.registration ? undefined : ""}>
        <section className={styles.part} aria-labelledby="accedi">
          <h2 id="accedi">{words.logInTitle}</h2>
          <LoginForm
            idPrefix=""
            nonce={page.nonce}
            login={entry.login}
            redirect={entry.redirect}
            errors={errorsFor(false)}
          />
        </section>
        {entry.registration && (
          <section className={styles.part} aria-labelledby="registrati">
            <h2 id="registrati">{loginWords.registerTitle}</h2>
            <p>{words.registerWhy}</p>
            <RegisterForm entry={entry} errors={errorsFor(true)} />
          </section>
        )}
      </div>
    </>
  );
}
