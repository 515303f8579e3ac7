import { useContext, useMemo, useRef } from "react";
import { readCart } from "../../api/cart.ts";
import { dispatchCartEvent } from "../../context/cart/cartState.ts";
import { type CouponCalls, CouponContext, classicCouponCalls } from "../../context/cart/couponWay.ts";
import { core } from "../../core/core.ts";
import type { CheckoutPage } from "../../core/types.ts";

/** How coupons are applied at the checkout: by the classic calls in the classic form, with the e-mail address that is typed there;
 * the block form has the store API. The sums are asked for once the call is answered. */
export function useClassicCoupons(page: CheckoutPage, email: string): CouponCalls {
  const store = useContext(CouponContext);
  const typed = useRef(email);
  typed.current = email;
  return useMemo(() => {
    if (page.form_kind !== "classic") return store;
    const refresh = async () => {
      // Behind this change, in the queue of the cart's changes.
      dispatchCartEvent("update_checkout");
      const cart = await readCart();
      // Without lines the checkout has no form any more: the server says what there is instead.
      if (core().afterCoupon(true, cart.items.length > 0, true) === "reload") window.location.reload();
      return cart;
    };
    return classicCouponCalls({ ...page, email: () => typed.current, refresh });
  }, [page, store]);
}
