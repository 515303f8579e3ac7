import type { Cart } from "../../core/types.ts";

/** Returns the chosen rate of each package. */
export function selectedRates(cart: Cart): Record<string, string> {
  const rates = cart.shipping_rates.flatMap((pack) => {
    const selected = pack.shipping_rates.find((rate) => rate.selected);
    return selected ? [[String(pack.package_id), selected.rate_id] as const] : [];
  });
  return Object.fromEntries(rates);
}

/** Returns the available rates of each package; empty without an address, as choices cannot be validated then. */
export function ratesOnOffer(cart: Cart): Record<string, string[]> {
  if (!cart.has_calculated_shipping) return {};
  return Object.fromEntries(
    cart.shipping_rates.map((pack) => [
      String(pack.package_id),
      pack.shipping_rates.map((rate) => rate.rate_id),
    ]),
  );
}
