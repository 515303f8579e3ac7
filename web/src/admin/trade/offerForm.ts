// Initial values of the offer form, empty or taken from a link.

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

/** Values of an empty offer. */
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

/** Returns the fields with amounts formatted for the language. */
export function filled(fields: OfferForm, lang: Lang): OfferForm {
  const price = (text: string) => core().formatDecimal(text, lang);
  return { ...fields, lines: fields.lines.map((line) => ({ ...line, price: price(line.price) })) };
}

/** Returns a new offer from the URL's query: `conversation`, `company`, `customer`, `title`, and `lines` as JSON (the API's lines,
 * each with the fields that differ from an empty one). */
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
