import { useWords } from "../../../context/PageContext.tsx";
import type { AccountPage } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Form } from "../../../ui/Link.tsx";
import styles from "../shared/forms.module.css";
import type { Details } from "./DetailsForm.tsx";

/** The browsers that are signed in, and the button that signs out all others. */
export function OpenLogins({ page, logins }: { page: AccountPage; logins: Details["logins"] }) {
  const words = useWords("account");
  return (
    <section className={styles.sessions}>
      <h2>{words.sessions}</h2>
      <ul>
        {logins.map((login, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two browsers may have the same name and date
          <li key={at}>
            <strong>{login.browser || "?"}</strong> {words.since(login.since)}
            {login.current && <em> ({words.thisDevice})</em>}
          </li>
        ))}
      </ul>
      {logins.length > 1 && (
        <Form method="post" action="/my-account/customer-logout/">
          <input type="hidden" name="_wpnonce" value={page.logout_nonce} />
          <button type="submit" name="elsewhere" value="1" className={`${button.button} ${button.quiet}`}>
            {words.logOutElsewhere}
          </button>
        </Form>
      )}
    </section>
  );
}
