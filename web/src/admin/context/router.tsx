// Router of the back office. Links are real links; a plain click navigates without reloading the document.

import { type MouseEvent, type ReactNode, useEffect, useSyncExternalStore } from "react";

const ROOT = "/admin";

/** Called before each navigation; a returned question must be confirmed by the user. */
let guard: (() => string | null) | null = null;
/** Whether the current page was reached from another one, so that its heading takes the focus. */
let moved = false;

const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

/** Navigates to a path of the back office: "/ordini?page=2". `saved` skips the question about unsaved changes. */
export function navigate(to: string, how: "push" | "replace" = "push", saved = false): void {
  const question = saved ? null : guard?.();
  if (question && !window.confirm(question)) return;
  moved = how === "push";
  history[how === "push" ? "pushState" : "replaceState"](null, "", ROOT + to);
  // Instant: a smooth scroll would move click targets on the new page away from the pointer.
  if (how === "push") window.scrollTo({ top: 0, behavior: "instant" });
  notify();
}

/** Returns the current path below `/admin` and the query. */
export function useLocation(): { path: string; query: URLSearchParams } {
  const href = useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search);
  const url = new URL(href, window.location.origin);
  const path = url.pathname.replace(/^\/admin/, "").replace(/\/+$/, "");
  return { path: path || "/", query: url.searchParams };
}

/** Returns whether the page was reached by a link, and resets that. */
export function takeMoved(): boolean {
  const was = moved;
  moved = false;
  return was;
}

/** Asks the user before unsaved changes are lost. */
export function useGuard(question: string | null): void {
  useEffect(() => {
    if (!question) return;
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    guard = () => question;
    window.addEventListener("beforeunload", confirmUnload);
    return () => {
      guard = null;
      window.removeEventListener("beforeunload", confirmUnload);
    };
  }, [question]);
}

interface LinkProps {
  to: string;
  children: ReactNode;
  className?: string | undefined;
  current?: boolean;
  label?: string;
}

/** A link within the back office. */
export function Link({ to, children, className, current = false, label }: LinkProps) {
  const go = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return (
    <a
      href={ROOT + to}
      className={className}
      aria-current={current ? "page" : undefined}
      aria-label={label}
      onClick={go}
    >
      {children}
    </a>
  );
}

/** Returns the query string with some values changed; empty values are removed. */
export function queryWith(query: URLSearchParams, changes: Record<string, string>): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  const text = changed.toString();
  return text ? `?${text}` : "";
}
