import { useState } from "react";
import { Field } from "../../ui/Field.tsx";
import { logIn } from "../api/calls.ts";
import type { Refused } from "../api/client.ts";
import type { Me } from "../api/types.ts";
import ui from "../components/ui.module.css";
import { Heading, Outcome } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import styles from "./LoginPage.module.css";

/** Asks who is there. */
export function LoginPage({ done, ended }: { done: (me: Me) => void; ended: boolean }) {
  const { t, toggle, lang } = useLanguage();
  const [error, setError] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);

  const submit = async (form: FormData) => {
    if (busy) return;
    setBusy(true);
    setError(null);
    try {
      done(await logIn(String(form.get("login")), String(form.get("password"))));
    } catch (refused) {
      setError(refused as Refused);
      setBusy(false);
    }
  };

  return (
    <main className={styles.page}>
      <form
        className={ui.card}
        onSubmit={(event) => {
          event.preventDefault();
          void submit(new FormData(event.currentTarget));
        }}
      >
        <Heading title={t("logIn")}>{t("logInTitle")}</Heading>
        {ended && <p role="status">{t("sessionEnded")}</p>}
        <Outcome error={error} />
        <Field name="login" label={t("login")}>
          {(control) => (
            <input
              {...control}
              type="text"
              autoComplete="username"
              autoCapitalize="none"
              required
              maxLength={200}
            />
          )}
        </Field>
        <Field name="password" label={t("password")}>
          {(control) => <input {...control} type="password" autoComplete="current-password" required />}
        </Field>
        <div className={ui.buttons}>
          <button type="submit" className={`${ui.button} ${ui.primary}`} aria-disabled={busy || undefined}>
            {t("logIn")}
          </button>
          <button type="button" className={ui.plain} lang={lang === "it" ? "en" : "it"} onClick={toggle}>
            {t("otherLanguage")}
          </button>
        </div>
      </form>
    </main>
  );
}
