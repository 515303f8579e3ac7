// The fields of each method: which there are, how they are formatted while typing, validated, and sent to the API.

import {
  brandOf,
  compactIban,
  cvcError,
  digitsOf,
  emailError,
  exactly,
  expiryError,
  filled,
  groupedIban,
  groupedNumber,
  ibanError,
  numberError,
  spacedExpiry,
} from "./checks.js";

const numeric = { inputMode: "numeric" };

const CARD = [
  { name: "number", autocomplete: "cc-number", placeholder: "1234 1234 1234 1234", ...numeric, write: groupedNumber, check: numberError },
  { name: "expiry", autocomplete: "cc-exp", hint: "expiryHint", half: true, ...numeric, write: spacedExpiry, check: (text) => expiryError(text, new Date()) },
  {
    name: "cvc",
    autocomplete: "cc-csc",
    hint: "cvcHint",
    half: true,
    ...numeric,
    write: (text, values) => digitsOf(text).slice(0, brandOf(values.number ?? "").cvc),
    check: (text, values) => cvcError(text, values.number ?? ""),
  },
];
const HOLDER = { name: "holder", autocomplete: "name", check: filled };
const account = (least, most) => ({ name: "account", autocomplete: "off", ...numeric, check: exactly(least, most) });

const METHODS = {
  card: CARD,
  link: [{ name: "email", autocomplete: "email", inputMode: "email", check: emailError }],
  sepa_debit: [
    { name: "iban", autocomplete: "off", placeholder: "IT60 X054 2811 1010 0000 0123 456", write: groupedIban, check: ibanError },
    HOLDER,
  ],
  us_bank_account: [{ name: "routing", autocomplete: "off", ...numeric, check: exactly(9) }, account(4, 17), HOLDER],
  acss_debit: [
    { name: "institution", autocomplete: "off", half: true, ...numeric, check: exactly(3) },
    { name: "transit", autocomplete: "off", half: true, ...numeric, check: exactly(5) },
    account(5, 12),
    HOLDER,
  ],
  bacs_debit: [{ name: "sortCode", autocomplete: "off", half: true, ...numeric, check: exactly(6) }, { ...account(8, 8), half: true }, HOLDER],
  au_becs_debit: [{ name: "bsb", autocomplete: "off", half: true, ...numeric, check: exactly(6) }, { ...account(5, 9), half: true }, HOLDER],
};

/** Fields of a method; empty if it is completed elsewhere. */
export const fieldsOf = (method) => METHODS[method] ?? [];

/** Whether a method is a debit, which shows a mandate text. */
export const isDebit = (method) => method.endsWith("_debit") || method === "us_bank_account";

/** The part of the request that the method's own fields make up. */
export function methodParams(method, values) {
  const of = (pairs) => pairs.map(([name, value]) => [`${method}[${name}]`, value]);
  switch (method) {
    case "card": {
      const expiry = digitsOf(values.expiry ?? "");
      return of([
        ["number", digitsOf(values.number ?? "")],
        ["exp_month", String(Number(expiry.slice(0, 2)))],
        ["exp_year", `20${expiry.slice(2)}`],
        ["cvc", digitsOf(values.cvc ?? "")],
      ]);
    }
    case "sepa_debit":
      return of([["iban", compactIban(values.iban ?? "")]]);
    case "us_bank_account":
      return of([
        ["routing_number", digitsOf(values.routing)],
        ["account_number", digitsOf(values.account)],
        ["account_holder_type", "individual"],
      ]);
    case "acss_debit":
      return of([
        ["institution_number", digitsOf(values.institution)],
        ["transit_number", digitsOf(values.transit)],
        ["account_number", digitsOf(values.account)],
      ]);
    case "bacs_debit":
      return of([
        ["sort_code", digitsOf(values.sortCode)],
        ["account_number", digitsOf(values.account)],
      ]);
    case "au_becs_debit":
      return of([
        ["bsb_number", digitsOf(values.bsb)],
        ["account_number", digitsOf(values.account)],
      ]);
    default:
      return [];
  }
}

/** Billing details of a request: the values typed here take precedence over the shop's. */
export function billingParams(billing, values) {
  const own = { ...billing };
  if (values.holder?.trim()) own.name = values.holder.trim();
  if (values.email?.trim()) own.email = values.email.trim();
  const { address = {}, ...rest } = own;
  const pairs = [
    ...Object.entries(rest).map(([name, value]) => [`billing_details[${name}]`, value]),
    ...Object.entries(address).map(([name, value]) => [`billing_details[address][${name}]`, value]),
  ];
  return pairs.filter(([, value]) => typeof value === "string" && value !== "");
}
