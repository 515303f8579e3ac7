// The offer form: a new one, and one that a link fills.

import { core } from "../../core/core.ts";
import type { OfferForm, OfferLineForm } from "../api/types.ts";
import type { Lang } from "../words/texts.ts";

export const blankLine: OfferLineForm = {
  product_id: null,
  variation: [],
  choices: [],
  quantity: "1",
  price: "",
  text: "",
};

/** An offer that was not begun yet. */
const blank: OfferForm = {
  title: "",
  company_id: null,
  customer_id: null,
  conversation_id: null,
  last_day: "",
  once: true,
  lines: [],
  notes: "",
};

/** Amounts as the language writes them. */
export function filled(fields: OfferForm, lang: Lang): OfferForm {
  const price = (text: string) => core().formatDecimal(text, lang);
  return { ...fields, lines: fields.lines.map((line) => ({ ...line, price: price(line.price) })) };
}

/** A new offer as the address asks for it: `conversation`, `company`, `customer`, `title`, and `lines` as JSON (entries of the API's
 * lines, each with what differs from an empty one). */
export function fromAddress(query: URLSearchParams): OfferForm {
  const number = (name: string) => Number(query.get(name)) || null;
  return {
    ...blank,
    title: query.get("title") ?? "",
    company_id: number("company"),
    customer_id: number("customer"),
    conversation_id: number("conversation"),
    lines: linesOf(query.get("lines") ?? "[]"),
  };
}

function linesOf(text: string): OfferLineForm[] {
  try {
    const lines: unknown = JSON.parse(text);
    return Array.isArray(lines) ? lines.map((line: object) => ({ ...blankLine, ...line })) : [];
  } catch {
    return [];
  }
}
