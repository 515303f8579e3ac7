// What is chosen at checkout, by its names.

import type { Cart, CheckoutPage } from "../../core/types.ts";

/** The chosen deliveries, one for each parcel; empty: none. */
export const chosenDelivery = ({ shipping_rates: parcels }: Cart): string =>
  parcels
    .flatMap((parcel) => parcel.shipping_rates.filter((rate) => rate.selected))
    .map((rate) => rate.name)
    .join(", ");

/** The means of payment of an id; empty: there is none. */
export const paymentTitle = ({ payment_methods: methods }: CheckoutPage, id: string): string =>
  methods.find((method) => method.id === id)?.title ?? "";
