import { inLanguage } from "../core/address.ts";
import type { CartOffers } from "../core/types.ts";

/** Fetches the coupons and store credit that the shopper can add to the cart; `null` if the request fails. */
export async function fetchOffers(signal: AbortSignal): Promise<CartOffers | null> {
  try {
    const response = await fetch(inLanguage("/api/cart/offers"), { credentials: "same-origin", signal });
    return response.ok ? ((await response.json()) as CartOffers) : null;
  } catch {
    return null;
  }
}
