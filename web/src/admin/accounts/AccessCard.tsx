import { Field } from "../../ui/Field.tsx";
import { blockCustomer, sendPasswordLink, setRole } from "../api/calls.ts";
import type { CustomerDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import ui from "../components/ui.module.css";
import { Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";

const ROLES = ["customer", "shop_manager", "admin"];

interface Props {
  person: CustomerDetail;
  replace: (person: CustomerDetail) => void;
}

/** Active sessions, blocking, password link and role of an account. The server decides what is allowed. */
export function AccessCard({ person, replace }: Props) {
  const { t, named, format } = useLanguage();
  const { busy, error, success, run } = useAction();
  const blocked = typeof person.blocked_at === "number";
  const name = person.name || person.email;

  const block = () => {
    if (!blocked && !window.confirm(t("blockSure", { name }))) return;
    void run(async () => {
      replace(await blockCustomer(person.id, !blocked));
      return t(blocked ? "nowUnblocked" : "nowBlocked");
    });
  };
  const link = () =>
    run(async () => {
      await sendPasswordLink(person.id);
      return t("passwordLinkSent", { email: person.email });
    });

  return (
    <Card id="access" title={t("access")}>
      {blocked && (
        <p className={ui.small}>{t("blockedSince", { date: format.moment(person.blocked_at ?? 0) })}</p>
      )}
      <h3 className={styles.label}>{t("logins")}</h3>
      {person.logins.length === 0 && <p className={ui.small}>{t("noLogins")}</p>}
      <ul>
        {person.logins.map((login) => (
          <li key={`${login.browser} ${login.since}`}>
            {login.browser || t("unknownBrowser")}{" "}
            <span className={ui.small}>{t("since", { date: format.moment(login.since) })}</span>
          </li>
        ))}
      </ul>
      {person.can_manage ? (
        <div className={ui.buttons}>
          <button type="button" className={ui.button} aria-disabled={busy || undefined} onClick={link}>
            {t("sendPasswordLink")}
          </button>
          <button type="button" className={ui.button} aria-disabled={busy || undefined} onClick={block}>
            {t(blocked ? "unblock" : "block")}
          </button>
        </div>
      ) : (
        <p className={ui.small}>{t("notYours")}</p>
      )}
      {person.can_change_role && (
        <form
          key={person.role}
          className={styles.step}
          onSubmit={(event) => {
            event.preventDefault();
            const role = String(new FormData(event.currentTarget).get("role"));
            if (!window.confirm(t("roleSure", { name, role: named("role", role) }))) return;
            void run(async () => {
              replace(await setRole(person.id, role));
              return t("roleChanged", { role: named("role", role) });
            });
          }}
        >
          <Field name="role" label={t("role")} hint={t("roleHint")}>
            {(control) => (
              <select {...control} defaultValue={person.role}>
                {ROLES.map((role) => (
                  <option key={role} value={role}>
                    {named("role", role)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <div className={ui.buttons}>
            <button type="submit" className={ui.button} aria-disabled={busy || undefined}>
              {t("changeRole")}
            </button>
          </div>
        </form>
      )}
      <Outcome error={error} success={success} />
    </Card>
  );
}
