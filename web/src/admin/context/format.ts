import { core } from "../../core/core.ts";
import type { Lang } from "../words/texts.ts";

const ZONE = "Europe/Rome";

/** Returns formatters for a language: amounts by the core, times in the shop's time zone. */
export function formatOf(lang: Lang) {
  const locale = lang === "en" ? "en-GB" : "it-IT";
  const moment = (seconds: number, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: ZONE, ...options }).format(seconds * 1000);
  return {
    price: (cents: number) => core().formatPrice(cents, lang),
    /** "2,4" */
    decimal: (value: number) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }).format(value),
    integer: (value: number) => core().formatInteger(value, lang),
    /** "+12%", "-3%" */
    percent: (value: number) =>
      new Intl.NumberFormat(locale, { style: "percent", signDisplay: "exceptZero" }).format(value / 100),
    /** "31 dic", of "2026-12-31". */
    shortDay: (day: string) =>
      new Intl.DateTimeFormat(locale, { timeZone: "UTC", day: "numeric", month: "short" }).format(
        new Date(`${day}T00:00:00Z`),
      ),
    /** "31 dic 2026", of "2026-12-31". */
    day: (day: string) =>
      new Intl.DateTimeFormat(locale, { timeZone: "UTC", dateStyle: "medium" }).format(
        new Date(`${day}T00:00:00Z`),
      ),
    /** "21 nov 2026, 09:15" */
    moment: (seconds: number) => moment(seconds, { dateStyle: "medium", timeStyle: "short" }),
  };
}
