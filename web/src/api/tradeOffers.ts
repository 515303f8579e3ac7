// Request that puts a trade offer into the cart.

import { inLanguage } from "../core/address.ts";
import { StoreApiError } from "./storeApi.ts";

/** Puts an offer into the cart. Throws the server's error with its message. */
export async function addOffer(offer: number, security: string): Promise<void> {
  const body = new URLSearchParams({ action: "b2bkingaddoffer", offer: String(offer), security });
  let response: Response;
  try {
    response = await fetch(inLanguage("/wp-admin/admin-ajax.php"), {
      method: "POST",
      credentials: "same-origin",
      body,
    });
  } catch {
    throw new StoreApiError("network", "", 0, {});
  }
  if (response.ok) return;
  const answer = (await response.json().catch(() => null)) as {
    data?: { code?: string; message?: string };
  } | null;
  const { code = "", message = "" } = answer?.data ?? {};
  throw new StoreApiError(code, message, response.status, {});
}
