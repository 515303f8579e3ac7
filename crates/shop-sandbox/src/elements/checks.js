// Validates typed values. Returns the provider's error code; an empty string means valid.

const BRANDS = [
  { name: "amex", starts: /^3[47]/, lengths: [15], groups: [4, 6, 5], cvc: 4 },
  { name: "diners", starts: /^3(?:0|6|8|9)/, lengths: [14, 16], groups: [4, 6, 4], cvc: 3 },
  { name: "jcb", starts: /^35/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: "mastercard", starts: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: "discover", starts: /^(?:6011|64[4-9]|65)/, lengths: [16], groups: [4, 4, 4, 4], cvc: 3 },
  { name: "unionpay", starts: /^62/, lengths: [16, 19], groups: [4, 4, 4, 4, 3], cvc: 3 },
  { name: "visa", starts: /^4/, lengths: [16, 13, 19], groups: [4, 4, 4, 4, 3], cvc: 3 },
];
const OTHER = { name: "", lengths: [16], groups: [4, 4, 4, 4, 3], cvc: 3 };

export const digitsOf = (text) => text.replace(/\D/g, "");

/** The brand of a number, even if it is incomplete. */
export function brandOf(number) {
  const digits = digitsOf(number);
  return BRANDS.find((brand) => brand.starts.test(digits)) ?? OTHER;
}

/** Groups the digits as they are printed on the card. */
export function groupedNumber(number) {
  const brand = brandOf(number);
  const digits = digitsOf(number).slice(0, Math.max(...brand.lengths));
  const parts = [];
  let at = 0;
  for (const size of brand.groups) {
    if (at >= digits.length) break;
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return parts.join(" ");
}

function passesLuhn(digits) {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    let digit = Number(digits[digits.length - 1 - at]);
    if (at % 2 === 1) digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}

export function numberError(text) {
  const digits = digitsOf(text);
  const { lengths } = brandOf(digits);
  if (digits.length < Math.min(...lengths)) return "incomplete_number";
  if (!lengths.includes(digits.length)) return digits.length < lengths[0] ? "incomplete_number" : "invalid_number";
  return passesLuhn(digits) ? "" : "invalid_number";
}

/** "0827" and "8/27" become "08 / 27". */
export function spacedExpiry(text) {
  let digits = digitsOf(text);
  if (/^[2-9]/.test(digits) || /^\s*1\s*\//.test(text)) digits = `0${digits}`;
  // Browsers autofill the year with four digits.
  if (digits.length === 6 && digits.slice(2, 4) === "20") digits = digits.slice(0, 2) + digits.slice(4);
  digits = digits.slice(0, 4);
  return digits.length < 3 ? digits : `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

export function expiryError(text, now) {
  const digits = digitsOf(text);
  if (digits.length < 4) return "incomplete_expiry";
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2));
  if (month < 1 || month > 12) return "invalid_expiry_month";
  if (year < now.getFullYear()) return "invalid_expiry_year_past";
  if (year > now.getFullYear() + 50) return "invalid_expiry_year";
  return year === now.getFullYear() && month < now.getMonth() + 1 ? "invalid_expiry_month_past" : "";
}

export function cvcError(text, number) {
  return digitsOf(text).length < brandOf(number).cvc ? "incomplete_cvc" : "";
}

export const compactIban = (text) => text.replace(/[^0-9a-z]/gi, "").toUpperCase();

export function groupedIban(text) {
  return compactIban(text).slice(0, 34).replace(/(.{4})(?=.)/g, "$1 ");
}

export function ibanError(text) {
  const iban = compactIban(text);
  if (iban.length < 15) return "incomplete_iban";
  if (!/^[A-Z]{2}\d{2}[0-9A-Z]+$/.test(iban)) return "invalid_iban";
  const digits = [...(iban.slice(4) + iban.slice(0, 4))].map((one) => Number.parseInt(one, 36)).join("");
  let rest = 0;
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1 ? "" : "invalid_iban";
}

export function emailError(text) {
  if (!text.trim()) return "incomplete_email";
  return /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(text.trim()) ? "" : "email_invalid";
}

/** Checks a number of a given count of digits; separators are allowed: "12-34-56". */
export const exactly = (least, most = least) => (text) => {
  const count = digitsOf(text).length;
  if (count < least) return "incomplete_account";
  return count > most ? "invalid_account" : "";
};

export const filled = (text) => (text.trim() ? "" : "incomplete_name");
