// Coupons and credit of the cart, by the store API. What came of it is told at the top of the page and to scripts of others.

import * as api from "../../api/cart.ts";
import { currentPath } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { Lang, Notice } from "../../core/types.ts";
import { changeCart, initialCartState, type Refusal, setCartState, tellPage } from "./cartState.ts";

/** Scripts know the same step of the cart and of the checkout by two names. */
const eventOf = (step: "applied" | "removed") =>
  currentPath().startsWith("/checkout/") ? `${step}_coupon_in_checkout` : `${step}_coupon`;

/** Tells scripts what was done with a code. */
export function tellCoupon(step: "applied" | "removed", code: string): void {
  tellPage(eventOf(step), { coupon_code: code });
}

/** Shows that it was done. */
function show(code: string, lang: Lang): void {
  const notice: Notice = { kind: "success", text: core().messageText(code, {}, lang), field: "", link: null };
  setCartState({ notices: [notice], lost: initialCartState.lost });
}

/** The buyer's address as it is typed in the checkout's form; empty on other pages. */
function typedEmail(): string {
  return document.querySelector<HTMLInputElement>('form#cassa [name="billing_email"]')?.value.trim() ?? "";
}

/** Applies a code; gives why it was refused, for the place where it was typed. */
export async function applyCoupon(code: string, lang: Lang): Promise<Refusal | null> {
  let refusal: Refusal | null = null;
  await changeCart(
    () => api.applyCoupon(code, typedEmail()),
    (told) => {
      refusal = told;
    },
  );
  if (refusal) {
    setCartState({ notices: [] });
    return refusal;
  }
  show("coupon_applied", lang);
  tellCoupon("applied", code);
  return null;
}

/** Takes a code off. A refusal is told by all views of the cart. */
export async function removeCoupon(code: string, lang: Lang): Promise<void> {
  if (!(await changeCart(() => api.removeCoupon(code), undefined, { remove_coupon: { code } }))) return;
  show("coupon_removed", lang);
  tellCoupon("removed", code);
}
