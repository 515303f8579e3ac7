// Coupons and credit of the cart, by the store API. The result is shown at the top of the page and dispatched to third-party
// scripts.

import * as api from "../../api/cart.ts";
import { currentPath } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { Lang, Notice } from "../../core/types.ts";
import {
  type CartError,
  changeCart,
  dispatchCartEvent,
  initialCartState,
  setCartState,
} from "./cartState.ts";

/** The same step has one event name on the cart page and another in the checkout. */
const eventName = (step: "applied" | "removed") =>
  currentPath().startsWith("/checkout/") ? `${step}_coupon_in_checkout` : `${step}_coupon`;

/** Notifies third-party scripts of an applied or removed code. */
export function dispatchCouponEvent(step: "applied" | "removed", code: string): void {
  dispatchCartEvent(eventName(step), { coupon_code: code });
}

/** Shows the success message. */
function showSuccess(code: string, lang: Lang): void {
  const notice: Notice = { kind: "success", text: core().messageText(code, {}, lang), field: "", link: null };
  setCartState({ notices: [notice], lost: initialCartState.lost });
}

/** Returns the email address typed into the checkout form; empty on other pages. */
function typedEmail(): string {
  return document.querySelector<HTMLInputElement>('form#cassa [name="billing_email"]')?.value.trim() ?? "";
}

/** Applies a code; resolves to the error, to be shown beside the field. */
export async function applyCoupon(code: string, lang: Lang): Promise<CartError | null> {
  let error: CartError | null = null;
  await changeCart(
    () => api.applyCoupon(code, typedEmail()),
    (given) => {
      error = given;
    },
  );
  if (error) {
    setCartState({ notices: [] });
    return error;
  }
  showSuccess("coupon_applied", lang);
  dispatchCouponEvent("applied", code);
  return null;
}

/** Removes a code. All views of the cart show the error. */
export async function removeCoupon(code: string, lang: Lang): Promise<void> {
  if (!(await changeCart(() => api.removeCoupon(code), undefined, { remove_coupon: { code } }))) return;
  showSuccess("coupon_removed", lang);
  dispatchCouponEvent("removed", code);
}
