import { QueryClientProvider } from "@tanstack/react-query";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { createBrowserRouter, Outlet } from "react-router";
import { RouterProvider } from "react-router/dom";
import { Notice } from "../../ui/Notice.tsx";
import { LoginPage } from "../accounts/LoginPage.tsx";
import { logOut, readMe } from "../api/calls.ts";
import { ApiError, onLoginEnded } from "../api/client.ts";
import { createQueryClient } from "../api/queries.ts";
import type { Me } from "../api/types.ts";
import { Failure } from "../components/ui.tsx";
import { LanguageProvider, useLanguage } from "../context/language.tsx";
import { useDeparture } from "../context/navigation.ts";
import styles from "./App.module.css";
import { Bar } from "./Bar.tsx";
import { PAGES } from "./routes.tsx";
import { Sections } from "./Sections.tsx";

type Session =
  | { state: "loading" }
  | { state: "failed"; error: ApiError }
  | { state: "none" }
  | { state: "open"; me: Me }
  /** Expired while the user was working: the page stays mounted but hidden, with all unsaved input. */
  | { state: "ended"; me: Me };

/** The back office below `/admin`. */
export function App() {
  const [queries] = useState(createQueryClient);
  const [router] = useState(() =>
    createBrowserRouter([{ Component: Sessions, ErrorBoundary: BrokenPage, children: PAGES }], {
      basename: "/admin",
    }),
  );
  return (
    <QueryClientProvider client={queries}>
      <LanguageProvider>
        <RouterProvider router={router} useTransitions={false} />
      </LanguageProvider>
    </QueryClientProvider>
  );
}

/** Shown in place of a page whose rendering failed. */
function BrokenPage() {
  const { t } = useLanguage();
  return (
    <main className={styles.main}>
      <Notice kind="error" role="alert">
        <p>{t("pageBroken")}</p>
      </Notice>
    </main>
  );
}

function Sessions() {
  const { t } = useLanguage();
  const [session, setSession] = useState<Session>({ state: "loading" });
  /** Element that had the focus when the session ended. */
  const lastFocused = useRef<Element | null>(null);

  const loadSession = useCallback(() => {
    readMe().then(
      (me) => setSession({ state: "open", me }),
      (error: ApiError) => setSession(error.status === 401 ? { state: "none" } : { state: "failed", error }),
    );
  }, []);

  useEffect(() => {
    onLoginEnded(() => {
      lastFocused.current ??= document.activeElement;
      setSession((before) => (before.state === "open" ? { state: "ended", me: before.me } : before));
    });
    loadSession();
  }, [loadSession]);

  // In the same commit that shows the page again, so that it never appears without the focus.
  useLayoutEffect(() => {
    if (session.state !== "open") return;
    if (lastFocused.current instanceof HTMLElement) lastFocused.current.focus();
    lastFocused.current = null;
  }, [session.state]);

  const leave = async () => {
    try {
      await logOut();
    } catch (error) {
      // Logging out of an expired session counts as success.
      if (!(error instanceof ApiError) || error.status !== 401) throw error;
    }
    setSession({ state: "none" });
  };

  if (session.state === "loading") return <p className={styles.main}>{t("loading")}</p>;
  if (session.state === "failed") {
    return (
      <main className={styles.main}>
        <Failure error={session.error} retry={loadSession} />
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

/** Renders the page of the current path. */
function Page() {
  useDeparture();
  return (
    <main id="contenuto" tabIndex={-1} className={styles.main}>
      <Outlet />
    </main>
  );
}
