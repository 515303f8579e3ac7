import { inLanguage } from "../core/address.ts";
import type { CartOffers } from "../core/types.ts";

/** Coupons and credit that this shopper can add to his cart; `null` when they cannot be read now. */
export async function readOffers(signal: AbortSignal): Promise<CartOffers | null> {
  try {
    const response = await fetch(inLanguage("/api/cart/offers"), { credentials: "same-origin", signal });
    return response.ok ? ((await response.json()) as CartOffers) : null;
  } catch {
    return null;
  }
}
