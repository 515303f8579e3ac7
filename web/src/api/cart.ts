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

/** A change of the cart's lines, by a name of its own: sent again, it is made once. */
export interface CartCall {
  name: string;
  path: "/cart/add-item" | "/cart/update-item" | "/cart/remove-item" | "/cart/restore-item";
  body: Record<string, unknown>;
}

/** The header that names a change. */
export const namedChange = (name: string) => ({ "Idempotency-Key": name });

/** A new name for a change. */
export function changeName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const call = (path: CartCall["path"], body: CartCall["body"]): CartCall => ({
  name: changeName(),
  path,
  body,
});

export const addCall = ({ choices, ...item }: AddItem) => call("/cart/add-item", { ...item, ...choices });
export const updateCall = (key: string, quantity: number) => call("/cart/update-item", { key, quantity });
export const removeCall = (key: string) => call("/cart/remove-item", { key });
export const restoreCall = (key: string) => call("/cart/restore-item", { key });

/** Sends a change of the cart's lines; `signal`: ends the waiting for an answer. */
export const sendCall = ({ name, path, body }: CartCall, signal?: AbortSignal) =>
  storeRequest<Cart>("POST", path, body, signal, namedChange(name));

export const addItem = (item: AddItem) => sendCall(addCall(item));
export const removeItem = (key: string) => sendCall(removeCall(key));
export const restoreItem = (key: string) => sendCall(restoreCall(key));

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
