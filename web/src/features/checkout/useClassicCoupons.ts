import { useContext, useMemo, useRef } from "react";
import { fetchCart } from "../../api/cart.ts";
import { dispatchCartEvent } from "../../context/cart/cartState.ts";
import { type CouponCalls, CouponContext, classicCouponCalls } from "../../context/cart/couponCalls.ts";
import { core } from "../../core/core.ts";
import type { CheckoutPage } from "../../core/types.ts";

/**
 * How the checkout applies coupons: the classic form uses the classic calls with the email address typed there, the block form
 * uses the store API. The totals are requested once the call is answered.
 */
export function useClassicCoupons(page: CheckoutPage, email: string): CouponCalls {
  const store = useContext(CouponContext);
  const typed = useRef(email);
  typed.current = email;
  return useMemo(() => {
    if (page.form_kind !== "classic") return store;
    const refresh = async () => {
      // Queued behind this change of the cart.
      dispatchCartEvent("update_checkout");
      const cart = await fetchCart();
      // Without lines there is no checkout form any more; the server renders the page that replaces it.
      if (core().afterCoupon(true, cart.items.length > 0, true) === "reload") window.location.reload();
      return cart;
    };
    return classicCouponCalls({ ...page, email: () => typed.current, refresh });
  }, [page, store]);
}
