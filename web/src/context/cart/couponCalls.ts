import { createContext, useContext } from "react";
import { applyClicked, applyTyped, noticesOf, removeApplied } from "../../api/classicCoupons.ts";
import { StoreApiError } from "../../api/storeApi.ts";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { Cart, ClickedCoupon, Lang } from "../../core/types.ts";
import { type CartError, changeCart, setCartState } from "./cartState.ts";
import { applyCoupon, dispatchCouponEvent, removeCoupon } from "./coupons.ts";

/** The calls by which a page changes coupons. */
export interface CouponCalls {
  /** Applies a typed code; resolves to the error, to be shown beside the field. */
  apply: (code: string, lang: Lang) => Promise<CartError | null>;
  remove: (code: string, lang: Lang) => Promise<void>;
  /**
   * Applies a clicked coupon and shows the server's message; `null` on block pages, which notify their own script by an event
   * instead.
   */
  click: ((clicked: ClickedCoupon) => Promise<void>) | null;
}

/** The calls of block pages: the store API. */
export const CouponContext = createContext<CouponCalls>({
  apply: applyCoupon,
  remove: removeCoupon,
  click: null,
});

export const useCouponCalls = (): CouponCalls => useContext(CouponContext);

/** What a page with classic forms provides for its calls. */
export interface ClassicCoupons {
  apply_coupon_nonce: string;
  remove_coupon_nonce: string;
  /** Returns the email address typed there. */
  email: () => string;
  /** Refreshes the cart and the parts of the page that depend on it. */
  refresh: () => Promise<Cart>;
}

/** The calls of pages with classic forms: the classic call, then a refresh of the page's parts. */
export function classicCouponCalls(page: ClassicCoupons): CouponCalls {
  /** Runs a call; resolves to its notices and whether it was refused. */
  const run = async (call: Promise<string>) => {
    await loadRules("checkout");
    const html = await call;
    const isRefused = core().isCouponError(html);
    return { isRefused, notices: noticesOf(html, isRefused) };
  };
  const runAndRefresh = async (call: () => Promise<string>): Promise<Cart> => {
    const { isRefused, notices } = await run(call());
    if (isRefused) throw new StoreApiError("refused", notices.map(({ text }) => text).join(" "), 200, {});
    setCartState({ notices });
    return page.refresh();
  };
  return {
    apply: async (code) => {
      let error: CartError | null = null;
      setCartState({ notices: [] });
      await changeCart(
        () => runAndRefresh(() => applyTyped(page.apply_coupon_nonce, code, page.email())),
        (why) => {
          error = why;
        },
      );
      if (!error) dispatchCouponEvent("applied", code);
      return error;
    },
    remove: async (code) => {
      const cart = await changeCart(
        () => runAndRefresh(() => removeApplied(page.remove_coupon_nonce, code)),
        undefined,
        { remove_coupon: { code } },
      );
      if (cart) dispatchCouponEvent("removed", code);
    },
    click: async (clicked) => {
      let applied = false;
      await changeCart(async () => {
        const { isRefused, notices } = await run(applyClicked(page.apply_coupon_nonce, clicked));
        setCartState({ notices });
        applied = !isRefused && notices.length > 0;
        return page.refresh();
      });
      if (applied) dispatchCouponEvent("applied", clicked.coupon_code);
    },
  };
}
