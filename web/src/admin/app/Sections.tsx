import { useEffect, useId, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import type { Me } from "../api/types.ts";
import { useLanguage } from "../context/language.tsx";
import { UnreadBadge } from "../trade/UnreadBadge.tsx";
import styles from "./Sections.module.css";

/** Sections of the back office, grouped by subject. */
const GROUPS = [
  { text: null, sections: [{ to: "/", text: "overview" }] },
  {
    text: "groupSales",
    sections: [
      { to: "/ordini", text: "orders" },
      { to: "/abbonamenti", text: "subscriptionsTitle" },
      { to: "/prenotazioni", text: "bookings" },
      { to: "/offerte", text: "offersTitle" },
      { to: "/coupon", text: "couponsTitle" },
      { to: "/credito", text: "storeCredit" },
    ],
  },
  {
    text: "groupGoods",
    sections: [
      { to: "/prodotti", text: "products" },
      { to: "/catalogo", text: "catalogue" },
      { to: "/listini", text: "tradePrices" },
    ],
  },
  {
    text: "groupPeople",
    sections: [
      { to: "/clienti", text: "customers" },
      { to: "/aziende", text: "companies" },
      { to: "/conversazioni", text: "conversations" },
      { to: "/newsletter", text: "newsletter" },
      { to: "/email", text: "capturedEmails" },
    ],
  },
  {
    text: "groupContent",
    sections: [
      { to: "/pagine", text: "pagesTitle" },
      { to: "/recensioni", text: "reviews" },
      { to: "/commenti", text: "commentsTitle" },
    ],
  },
  {
    text: "groupBooks",
    sections: [
      { to: "/fatture", text: "einvoices" },
      { to: "/iva", text: "vat" },
    ],
  },
  {
    text: "groupFigures",
    sections: [
      { to: "/statistiche", text: "analytics" },
      { to: "/provenienza", text: "origins" },
      { to: "/consensi", text: "consents" },
      { to: "/dati-personali", text: "personalData" },
    ],
  },
  {
    text: "groupShop",
    sections: [
      { to: "/mailbox", text: "mailbox" },
      { to: "/impostazioni", text: "settings" },
    ],
  },
] as const;

/** Sections that only administrators see. */
const ADMIN_ONLY: readonly string[] = ["/impostazioni", "/dati-personali"];

/** Navigation between sections: a sidebar on wide screens, otherwise behind a button. */
export function Sections({ me }: { me: Me }) {
  const { t, format } = useLanguage();
  const { pathname: path } = useLocation();
  const [open, setOpen] = useState(false);
  const list = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating to another page closes it
  useEffect(() => setOpen(false), [path]);
  useEffect(() => {
    if (!open) return;
    const close = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // Move the focus off the links that are about to be hidden.
      if (document.getElementById(list)?.contains(document.activeElement)) toggle.current?.focus();
      setOpen(false);
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [open, list]);
  const isHere = (to: string) => path === to || path.startsWith(`${to}/`);
  const here = GROUPS.flatMap(({ sections }) => sections.map(({ to, text }) => ({ to, text }))).find(
    ({ to }) => isHere(to),
  );
  return (
    <nav aria-label={t("sections")} className={styles.sections}>
      <button
        ref={toggle}
        type="button"
        className={styles.opens}
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        {t("sections")}
        {here && `: ${t(here.text)}`}
      </button>
      <div id={list} className={styles.groups} data-open={open}>
        {GROUPS.map(({ text, sections }) => {
          const visible = sections.filter(({ to }) => me.role === "admin" || !ADMIN_ONLY.includes(to));
          return (
            <div key={text}>
              {text && <p className={styles.group}>{t(text)}</p>}
              <ul aria-label={text ? t(text) : undefined}>
                {visible.map((section) => (
                  <li key={section.to}>
                    <Link to={section.to} aria-current={isHere(section.to) ? "page" : undefined}>
                      {t(section.text)}
                      {section.to === "/conversazioni" && <UnreadBadge path={path} />}
                      {section.to === "/aziende" && me.waiting_companies > 0 && (
                        <span className={styles.count}>
                          <span aria-hidden="true">{format.integer(me.waiting_companies)}</span>
                          <span className="visuallyHidden">
                            {" "}
                            {t("companiesWaiting", { count: format.integer(me.waiting_companies) })}
                          </span>
                        </span>
                      )}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
    </nav>
  );
}
