import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { LoginPage } from "../accounts/LoginPage.tsx";
import { logOut, readMe } from "../api/calls.ts";
import { onLoginEnded, Refused } from "../api/client.ts";
import type { Me } from "../api/types.ts";
import { Failure } from "../components/ui.tsx";
import { LanguageProvider, useLanguage } from "../context/language.tsx";
import { navigate, useLocation } from "../context/router.tsx";
import styles from "./App.module.css";
import { Bar } from "./Bar.tsx";
import { pageOf } from "./pageOf.tsx";
import { Sections } from "./Sections.tsx";

type Session =
  | { state: "asking" }
  | { state: "failed"; error: Refused }
  | { state: "none" }
  | { state: "open"; me: Me }
  /** Ended while somebody was at work: the page stays, hidden, with all that was typed. */
  | { state: "ended"; me: Me };

export function App() {
  return (
    <LanguageProvider>
      <Sessions />
    </LanguageProvider>
  );
}

function Sessions() {
  const { t } = useLanguage();
  const [session, setSession] = useState<Session>({ state: "asking" });
  /** What had the focus when the session ended. */
  const left = useRef<Element | null>(null);

  const ask = useCallback(() => {
    readMe().then(
      (me) => setSession({ state: "open", me }),
      (error: Refused) => setSession(error.status === 401 ? { state: "none" } : { state: "failed", error }),
    );
  }, []);

  useEffect(() => {
    onLoginEnded(() => {
      left.current ??= document.activeElement;
      setSession((before) => (before.state === "open" ? { state: "ended", me: before.me } : before));
    });
    ask();
  }, [ask]);

  // With the page that is shown again, so that nobody finds it without the focus.
  useLayoutEffect(() => {
    if (session.state !== "open") return;
    if (left.current instanceof HTMLElement) left.current.focus();
    left.current = null;
  }, [session.state]);

  const leave = async () => {
    try {
      await logOut();
    } catch (error) {
      // A session that had ended is left all the same.
      if (!(error instanceof Refused) || error.status !== 401) throw error;
    }
    setSession({ state: "none" });
  };

  if (session.state === "asking") return <p className={styles.main}>{t("loading")}</p>;
  if (session.state === "failed") {
    return (
      <main className={styles.main}>
        <Failure error={session.error} retry={ask} />
      </main>
    );
  }
  const open = (me: Me) => setSession({ state: "open", me });
  if (session.state === "none") return <LoginPage done={open} ended={false} />;
  return (
    <>
      {session.state === "ended" && <LoginPage done={open} ended />}
      <div className={styles.frame} hidden={session.state === "ended"}>
        <Bar me={session.me} leave={leave} />
        <Sections me={session.me} />
        <Page />
      </div>
    </>
  );
}

/** The page of the address. */
function Page() {
  const { path } = useLocation();
  useEffect(() => {
    if (path === "/login") navigate("/", "replace");
  }, [path]);
  return (
    <main id="contenuto" tabIndex={-1} className={styles.main}>
      {pageOf(path)}
    </main>
  );
}
