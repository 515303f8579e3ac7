// The addresses of the back office. Links are real links; a plain click moves without loading the document anew.

import { type MouseEvent, type ReactNode, useEffect, useSyncExternalStore } from "react";

const ROOT = "/admin";

/** Asked before every move; a question means that the person must agree to it. */
let guard: (() => string | null) | null = null;
/** Whether the page now shown was reached from another one: its heading takes the focus then. */
let moved = false;

const listeners = new Set<() => void>();
const told = () => {
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

/** Goes to an address of the back office: "/ordini?page=2". `saved`: what was typed is kept or given up already. */
export function navigate(to: string, how: "push" | "replace" = "push", saved = false): void {
  const question = saved ? null : guard?.();
  if (question && !window.confirm(question)) return;
  moved = how === "push";
  history[how === "push" ? "pushState" : "replaceState"](null, "", ROOT + to);
  // At once: what is pressed on the new page must not glide away under the pointer.
  if (how === "push") window.scrollTo({ top: 0, behavior: "instant" });
  told();
}

/** Where the person is: the path below `/admin` and the query. */
export function useLocation(): { path: string; query: URLSearchParams } {
  const href = useSyncExternalStore(subscribe, () => window.location.pathname + window.location.search);
  const url = new URL(href, window.location.origin);
  const path = url.pathname.replace(/^\/admin/, "").replace(/\/+$/, "");
  return { path: path || "/", query: url.searchParams };
}

/** Whether the page was reached by a link, once. */
export function takeMoved(): boolean {
  const was = moved;
  moved = false;
  return was;
}

/** Keeps the person from losing unsaved changes. */
export function useGuard(question: string | null): void {
  useEffect(() => {
    if (!question) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    guard = () => question;
    window.addEventListener("beforeunload", ask);
    return () => {
      guard = null;
      window.removeEventListener("beforeunload", ask);
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

/** A query with some values changed; empty ones are left out. */
export function queryWith(query: URLSearchParams, changes: Record<string, string>): string {
  const made = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value) made.set(name, value);
    else made.delete(name);
  }
  const text = made.toString();
  return text ? `?${text}` : "";
}
