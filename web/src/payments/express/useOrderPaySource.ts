import type { PurchaseSource } from "./purchaseSource.ts";
import type { ExpressTools } from "./tools.ts";

/** Purchase source of the page that pays a placed order; its offer never changes. */
export function useOrderPaySource({ settings }: ExpressTools): PurchaseSource {
  const paid = settings.pay_for_order;
  return {
    offer: {
      total: paid?.total ?? settings.checkout.total,
      items: paid?.displayItems ?? [],
      shipping: false,
      rates: [],
      minAge: settings.declarations.min_age_years,
    },
    blocked: false,
    pending: false,
    version: 0,
    variationValid: null,
    unavailableReason: () => "",
    release: async () => "",
    email: () => paid?.orderDetails.billingEmail ?? "",
  };
}
