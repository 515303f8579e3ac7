import type { Place } from "./place.ts";
import type { ExpressTools } from "./tools.ts";

/** The page that pays a placed order: nothing of it changes. */
export function useOrderPayPlace({ settings }: ExpressTools): Place {
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
    refusal: () => "",
    release: async () => "",
    email: () => paid?.orderDetails.billingEmail ?? "",
  };
}
