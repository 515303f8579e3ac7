import type { AddressView, Cart } from "../core/types.ts";
import { storeRequest } from "./storeApi.ts";

/** What goes into the cart: a product, or a variation with the values of its attributes. */
export interface AddItem {
  id: number;
  quantity: number;
  variation: { attribute: string; value: string }[];
  /** Choices beside the variation, by the names of their fields. */
  choices?: Record<string, string>;
}

export const readCart = (signal?: AbortSignal) => storeRequest<Cart>("GET", "/cart", undefined, signal);

export const addItem = ({ choices, ...item }: AddItem) =>
  storeRequest<Cart>("POST", "/cart/add-item", { ...item, ...choices });

export const updateItem = (key: string, quantity: number) =>
  storeRequest<Cart>("POST", "/cart/update-item", { key, quantity });

export const removeItem = (key: string) => storeRequest<Cart>("POST", "/cart/remove-item", { key });

export const restoreItem = (key: string) => storeRequest<Cart>("POST", "/cart/restore-item", { key });

/** Applies a code; `email`: the one that is typed in the page's form, since a coupon may be for certain buyers only. */
export const applyCoupon = (code: string, email = "") =>
  storeRequest<Cart>("POST", "/cart/apply-coupon", email ? { code, billing_email: email } : { code });

export const removeCoupon = (code: string) => storeRequest<Cart>("POST", "/cart/remove-coupon", { code });

export const updateCustomer = (addresses: {
  billing_address: Partial<AddressView>;
  shipping_address: Partial<AddressView>;
}) => storeRequest<Cart>("POST", "/cart/update-customer", addresses);

export const selectShippingRate = (packageId: number, rateId: string) =>
  storeRequest<Cart>("POST", "/cart/select-shipping-rate", { package_id: packageId, rate_id: rateId });
