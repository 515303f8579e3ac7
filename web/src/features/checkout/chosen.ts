// Display names of the choices at checkout.

import type { Cart, CheckoutPage } from "../../core/types.ts";

/** Returns the chosen delivery rates, one for each package; empty if there are none. */
export const chosenDelivery = ({ shipping_rates: parcels }: Cart): string =>
  parcels
    .flatMap((parcel) => parcel.shipping_rates.filter((rate) => rate.selected))
    .map((rate) => rate.name)
    .join(", ");

/** Returns the title of a payment method; empty if there is no such method. */
export const paymentTitle = ({ payment_methods: methods }: CheckoutPage, id: string): string =>
  methods.find((method) => method.id === id)?.title ?? "";
