import type { ServerErrors } from "./serverErrors.ts";

/** Groups the messages of a classic response by field; those about the whole order are under "". */
export function classicErrors(html: string, otherwise: string): ServerErrors {
  const found: ServerErrors = {};
  const answer = new DOMParser().parseFromString(html, "text/html");
  for (const row of answer.querySelectorAll(".woocommerce-error li")) {
    const field = row.getAttribute("data-id") ?? "";
    const text = row.textContent?.trim() ?? "";
    if (text) found[field] = found[field] ? `${found[field]} ${text}` : text;
  }
  return Object.keys(found).length > 0 ? found : { "": otherwise };
}
