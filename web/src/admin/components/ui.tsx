// Small components that all pages share.

import type { ReactNode } from "react";
import { useEffect, useRef } from "react";
import { Link, useSearchParams } from "react-router";
import fieldStyles from "../../ui/Field.module.css";
import { Notice } from "../../ui/Notice.tsx";
import { type PageLinkProps, Pagination as Pages } from "../../ui/Pagination.tsx";
import { Tabs } from "../../ui/Tabs.tsx";
import type { ApiError } from "../api/client.ts";
import { useLanguage } from "../context/language.tsx";
import { queryWith, useFocusOnArrival } from "../context/navigation.ts";
import styles from "./ui.module.css";

/** Heading of a page. Sets the document's title, and takes the focus if a link led to the page. */
export function Heading({ children, title }: { children: ReactNode; title: string }) {
  const { t } = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · ${t("backOffice")}`;
  }, [title, t]);
  useFocusOnArrival(heading);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Returns a function that gives the message to show for an error. */
export function useSentence(): (error: ApiError) => string {
  const { t } = useLanguage();
  return (error) => error.message || t("unreachable");
}

/** Error in place of a page, with a button to retry. */
export function Failure({ error, retry }: { error: ApiError; retry: () => void }) {
  const { t } = useLanguage();
  const sentence = useSentence();
  return (
    <Notice kind="error" role="alert">
      <p>{sentence(error)}</p>
      {error.status !== 404 && (
        <button type="button" className={styles.plain} onClick={retry}>
          {t("retry")}
        </button>
      )}
    </Notice>
  );
}

/** Error or success message. Its live regions always exist, so that screen readers announce what appears in them. */
export function Outcome({ error, success }: { error?: ApiError | null; success?: string }) {
  const sentence = useSentence();
  return (
    <div>
      <div role="alert">
        {error && (
          <Notice kind="error">
            <p>{sentence(error)}</p>
          </Notice>
        )}
      </div>
      <div role="status">
        {success && (
          <Notice kind="success">
            <p>{success}</p>
          </Notice>
        )}
      </div>
    </div>
  );
}

const TONES: Record<string, string> = {
  pending: "wait",
  "on-hold": "wait",
  processing: "busy",
  completed: "good",
  cancelled: "bad",
  failed: "bad",
  draft: "wait",
  private: "wait",
  publish: "good",
  published: "good",
  outofstock: "bad",
  onbackorder: "wait",
  active: "good",
  open: "good",
  closed: "wait",
  expired: "bad",
  used_up: "wait",
  empty: "wait",
  blocked: "bad",
  ready: "wait",
  sent: "wait",
  delivered: "good",
  undelivered: "wait",
  rejected: "bad",
  valid: "good",
  invalid: "bad",
  approved: "good",
  changed: "wait",
  unchecked: "wait",
  unanswered: "wait",
  accepted: "good",
  ended: "bad",
  withdrawn: "bad",
};

type BadgeGroup =
  | "conversationState"
  | "companyState"
  | "companyVat"
  | "pageState"
  | "personState"
  | "status"
  | "publish"
  | "stock"
  | "couponState"
  | "creditState"
  | "einvoiceState"
  | "offerState"
  | "subscriptionState"
  | "vatState";

/** Label of a state, coloured by its severity. */
export function Badge({ group, value }: { group: BadgeGroup; value: string }) {
  const { named } = useLanguage();
  return (
    <span className={styles.badge} data-tone={TONES[value]}>
      {named(group, value)}
    </span>
  );
}

interface StateTabsProps {
  label: string;
  /** Path of the list. */
  base: string;
  /** Text group of the states' names. */
  group: string;
  /** The states; the empty one lists all. */
  states: string[];
  /** Default state; by default all are listed. */
  defaultState?: string;
}

/** States of a list as tabs; the selected one is part of the URL. */
export function StateTabs({ label, base, group, states, defaultState = "" }: StateTabsProps) {
  const { named } = useLanguage();
  const [query] = useSearchParams();
  const current = query.get("state") || defaultState;
  return (
    <Tabs label={label} current={current}>
      {states.map((state) => (
        <li key={state}>
          <Link
            to={base + queryWith(query, { state, page: "" })}
            aria-current={state === current ? "page" : undefined}
          >
            {named(group, state)}
          </Link>
        </li>
      ))}
    </Tabs>
  );
}

/** Search within a list. The text is part of the URL, so that it can be bookmarked and shared. */
export function SearchForm({ label, submit }: { label: string; submit: (text: string) => void }) {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const current = query.get("search") ?? "";
  return (
    <search>
      <form
        key={current}
        className={styles.buttons}
        onSubmit={(event) => {
          event.preventDefault();
          submit(String(new FormData(event.currentTarget).get("search") ?? "").trim());
        }}
      >
        <input
          className={`${fieldStyles.control} ${styles.searchBox}`}
          type="search"
          name="search"
          aria-label={label}
          placeholder={label}
          defaultValue={current}
          enterKeyHint="search"
        />
        <button type="submit" className={styles.button}>
          {t("search")}
        </button>
        {current && (
          <button type="button" className={styles.plain} onClick={() => submit("")}>
            {t("clear")}
          </button>
        )}
      </form>
    </search>
  );
}

/** Link to a page of a list by the router. */
function PageLink({ href = "", ...attributes }: PageLinkProps) {
  return <Link to={href} {...attributes} />;
}

/** Links to the pages of a list. */
export function Pagination({ base, page, pages }: { base: string; page: number; pages: number }) {
  const { format } = useLanguage();
  const [query] = useSearchParams();
  const path = (n: number) => base + queryWith(query, { page: n > 1 ? String(n) : "" });
  return <Pages page={page} pages={pages} path={path} format={format.integer} as={PageLink} />;
}
