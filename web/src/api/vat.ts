// Requests about VAT numbers. Responses are plain text.

import { inLanguage } from "../core/address.ts";
import { REQUEST_TIMEOUT_MS } from "./storeApi.ts";

async function call(action: string, fields: Record<string, string>): Promise<string> {
  try {
    const response = await fetch(inLanguage("/wp-admin/admin-ajax.php"), {
      method: "POST",
      credentials: "same-origin",
      body: new URLSearchParams({ action, ...fields }),
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return response.ok ? (await response.text()).trim() : "";
  } catch {
    // Treated as an inconclusive check: the shopper can try again and can still order.
    return "";
  }
}

/** Checks a number with the register: `valid` or `invalid`; any other result is inconclusive. */
export const validateVat = (security: string, vat: string, country: string) =>
  call("b2bkingvalidatevat", { security, vat, country });

/** Reports a changed delivery country, which may change the VAT exemption. The response is ignored. */
export const checkDeliveryCountry = (security: string, deliverycountry: string) =>
  call("b2bkingcheckdeliverycountryvat", { security, deliverycountry });
