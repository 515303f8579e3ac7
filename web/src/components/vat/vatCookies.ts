// Session cookies with a validated VAT number. The server decides about the exemption: cookies alone change nothing.

import type { VatCookie } from "../../core/types.ts";

const STATUS = "b2bking_validated_vat_status";
const NUMBER = "b2bking_validated_vat_number";

function readCookie(name: string): string {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

function writeCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: other scripts of the platform read these cookies
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; SameSite=Lax`;
}

/** Reads both cookies. */
export const readVatCookies = () => ({
  status_cookie: readCookie(STATUS),
  number_cookie: readCookie(NUMBER),
});

/** Stores or erases the cookies as the field's state requires. */
export function applyCookieChange(cookie: VatCookie, number: string): void {
  if (cookie === "store") {
    writeCookie(STATUS, "validated_vat");
    writeCookie(NUMBER, number);
  }
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  if (cookie === "erase") document.cookie = `${STATUS}=; path=/; max-age=0; SameSite=Lax`;
}
