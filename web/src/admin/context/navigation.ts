// What the back office adds to its router: questions before unsaved changes are lost, focus on arrival, queries of lists.

import { type RefObject, useEffect } from "react";
import { useBlocker, useLocation, useNavigationType } from "react-router";
import { useLanguage } from "./language.tsx";

/** Forms of the current page that have unsaved changes. */
const unsavedForms = new Set<object>();

/** Options of a navigation after saving or deleting, which skips the question about unsaved changes. */
export const AFTER_SAVE = { state: "saved" };

/** Marks a form as having unsaved changes; leaving the page then needs confirmation. */
export function useUnsaved(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return;
    const form = {};
    const confirmUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    unsavedForms.add(form);
    window.addEventListener("beforeunload", confirmUnload);
    return () => {
      unsavedForms.delete(form);
      window.removeEventListener("beforeunload", confirmUnload);
    };
  }, [unsaved]);
}

/** Asks before a navigation that would lose unsaved changes, and scrolls to the top for a page that a link or button opens. One for
 * all forms, as a router has only one blocker. */
export function useDeparture(): void {
  const { t } = useLanguage();
  useBlocker(({ currentLocation: from, nextLocation: to, historyAction }) => {
    const stays = from.pathname === to.pathname && from.search === to.search;
    const saved = historyAction !== "POP" && to.state === AFTER_SAVE.state;
    const blocked = unsavedForms.size > 0 && !stays && !saved && !window.confirm(t("leaveUnsaved"));
    // At once: a smooth scroll would move click targets on the new page away from the pointer.
    if (!blocked && historyAction === "PUSH") window.scrollTo({ top: 0, behavior: "instant" });
    return blocked;
  });
}

/** Key of the last navigation whose page has taken the focus. */
let focusedKey = "";

/** Focuses the heading of a page that a link or button has opened, once per navigation. */
export function useFocusOnArrival(heading: RefObject<HTMLElement | null>): void {
  const { key } = useLocation();
  const opened = useNavigationType() === "PUSH";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation within the page leaves the focus where it is
  useEffect(() => {
    if (!opened || focusedKey === key) return;
    focusedKey = key;
    heading.current?.focus();
  }, []);
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
