import type { Cart } from "../../core/types.ts";

/** The chosen rate of each package. */
export function selectedRates(cart: Cart): Record<string, string> {
  const pairs = cart.shipping_rates.flatMap((pack) => {
    const selected = pack.shipping_rates.find((rate) => rate.selected);
    return selected ? [[String(pack.package_id), selected.rate_id] as const] : [];
  });
  return Object.fromEntries(pairs);
}

/** The rates on offer for each package; empty while no address is known, as nothing can be judged then. */
export function ratesOnOffer(cart: Cart): Record<string, string[]> {
  if (!cart.has_calculated_shipping) return {};
  return Object.fromEntries(
    cart.shipping_rates.map((pack) => [
      String(pack.package_id),
      pack.shipping_rates.map((rate) => rate.rate_id),
    ]),
  );
}
