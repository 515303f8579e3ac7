import { useId, useLayoutEffect, useRef } from "react";
import { Field } from "../../ui/Field.tsx";
import { logIn } from "../api/calls.ts";
import type { Me } from "../api/types.ts";
import ui from "../components/ui.module.css";
import { Heading, Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";
import styles from "./LoginPage.module.css";

/** Login form. It takes the focus if a session expired. */
export function LoginPage({ done, ended }: { done: (me: Me) => void; ended: boolean }) {
  const { t, toggle, lang } = useLanguage();
  const { busy, error, run } = useAction();
  const login = useRef<HTMLInputElement>(null);
  const why = useId();
  // Before paint: hiding the page below would drop the focus of the element that has it.
  useLayoutEffect(() => {
    if (ended) login.current?.focus();
  }, [ended]);

  const submit = (form: FormData) =>
    run(async () => {
      done(await logIn(String(form.get("login")), String(form.get("password"))));
      return "";
    });

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
        {ended && <p id={why}>{t("sessionEnded")}</p>}
        <Outcome error={error} />
        <Field name="login" label={t("login")}>
          {(control) => (
            <input
              {...control}
              ref={login}
              aria-describedby={ended ? why : undefined}
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
