// The calls about VAT numbers. They answer plain text.

import { inLanguage } from "../core/address.ts";
import { ANSWER_LIMIT_MS } from "./storeApi.ts";

async function call(action: string, fields: Record<string, string>): Promise<string> {
  try {
    const response = await fetch(inLanguage("/wp-admin/admin-ajax.php"), {
      method: "POST",
      credentials: "same-origin",
      body: new URLSearchParams({ action, ...fields }),
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    return response.ok ? (await response.text()).trim() : "";
  } catch {
    // As if nothing was found out: the number can be tried again, and the order goes on.
    return "";
  }
}

/** Whether the register has a number: `valid`, `invalid`; anything else, it could not be found out. */
export const validateVat = (security: string, vat: string, country: string) =>
  call("b2bkingvalidatevat", { security, vat, country });

/** Tells another country of delivery, which may change the exemption. The answer is not read. */
export const checkDeliveryCountry = (security: string, deliverycountry: string) =>
  call("b2bkingcheckdeliverycountryvat", { security, deliverycountry });
