import type { AddressView, Cart } from "../core/types.ts";
import { storeRequest } from "./storeApi.ts";

/** Item to add to the cart: a product, or a variation with the values of its attributes. */
export interface AddItem {
  id: number;
  quantity: number;
  variation: { attribute: string; value: string }[];
  /** Further choices such as add-ons, by field name. */
  choices?: Record<string, string>;
}

export const fetchCart = (signal?: AbortSignal) => storeRequest<Cart>("GET", "/cart", undefined, signal);

/** A change to the cart's lines. `name` is its idempotency key: a repeated call is applied once. */
export interface CartCall {
  name: string;
  path: "/cart/add-item" | "/cart/update-item" | "/cart/remove-item" | "/cart/restore-item";
  body: Record<string, unknown>;
}

/** Header that makes a change idempotent. */
export const idempotencyHeader = (name: string) => ({ "Idempotency-Key": name });

/** Generates an idempotency key. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const call = (path: CartCall["path"], body: CartCall["body"]): CartCall => ({
  name: newIdempotencyKey(),
  path,
  body,
});

export const addCall = ({ choices, ...item }: AddItem) => call("/cart/add-item", { ...item, ...choices });
export const updateCall = (key: string, quantity: number) => call("/cart/update-item", { key, quantity });
export const removeCall = (key: string) => call("/cart/remove-item", { key });
export const restoreCall = (key: string) => call("/cart/restore-item", { key });

/** Sends a change to the cart's lines. */
export const sendCall = ({ name, path, body }: CartCall, signal?: AbortSignal) =>
  storeRequest<Cart>("POST", path, body, signal, idempotencyHeader(name));

export const addItem = (item: AddItem) => sendCall(addCall(item));
export const removeItem = (key: string) => sendCall(removeCall(key));
export const restoreItem = (key: string) => sendCall(restoreCall(key));

/** Applies a coupon code; `email` is the address entered in the page's form, since a coupon may be limited to certain buyers. */
export const applyCoupon = (code: string, email = "") =>
  storeRequest<Cart>("POST", "/cart/apply-coupon", email ? { code, billing_email: email } : { code });

export const removeCoupon = (code: string) => storeRequest<Cart>("POST", "/cart/remove-coupon", { code });

export const updateCustomer = (addresses: {
  billing_address: Partial<AddressView>;
  shipping_address: Partial<AddressView>;
}) => storeRequest<Cart>("POST", "/cart/update-customer", addresses);

export const selectShippingRate = (packageId: number, rateId: string) =>
  storeRequest<Cart>("POST", "/cart/select-shipping-rate", { package_id: packageId, rate_id: rateId });
