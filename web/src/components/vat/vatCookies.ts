// What the browser keeps of a validated VAT number until it is closed. The exemption is the server's: cookies alone change nothing.

import type { VatCookie } from "../../core/types.ts";

const STATUS = "b2bking_validated_vat_status";
const NUMBER = "b2bking_validated_vat_number";

function read(name: string): string {
  const found = document.cookie.split("; ").find((pair) => pair.startsWith(`${name}=`));
  return found ? decodeURIComponent(found.slice(name.length + 1)) : "";
}

function write(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: other scripts of the platform read them there
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; SameSite=Lax`;
}

/** Both cookies as they are. */
export const keptVat = () => ({ status_cookie: read(STATUS), number_cookie: read(NUMBER) });

/** Does with the cookies what the field's state says. */
export function followCookie(cookie: VatCookie, number: string): void {
  if (cookie === "store") {
    write(STATUS, "validated_vat");
    write(NUMBER, number);
  }
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  if (cookie === "erase") document.cookie = `${STATUS}=; path=/; max-age=0; SameSite=Lax`;
}
