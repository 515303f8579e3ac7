import { createContext, useContext } from "react";
import { applyClicked, applyTyped, noticesOf, removeApplied } from "../../api/classicCoupons.ts";
import { StoreApiError } from "../../api/storeApi.ts";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { Cart, ClickedCoupon, Lang } from "../../core/types.ts";
import { changeCart, type Refusal, setCartState } from "./cartState.ts";
import { applyCoupon, removeCoupon, tellCoupon } from "./coupons.ts";

/** How the coupons of a page reach the server. */
export interface CouponWay {
  /** Applies a typed code; gives why it was refused, for the place where it was typed. */
  apply: (code: string, lang: Lang) => Promise<Refusal | null>;
  remove: (code: string, lang: Lang) => Promise<void>;
  /** Applies a coupon that was clicked, and shows what the server says of it; `null`: pages of blocks, which tell it their own
   * script by an event. */
  click: ((clicked: ClickedCoupon) => Promise<void>) | null;
}

/** The way of pages of blocks: the store API. */
export const CouponContext = createContext<CouponWay>({
  apply: applyCoupon,
  remove: removeCoupon,
  click: null,
});

export const useCouponWay = (): CouponWay => useContext(CouponContext);

/** What a page with classic forms has for its calls. */
export interface ClassicCoupons {
  apply_coupon_nonce: string;
  remove_coupon_nonce: string;
  /** The e-mail address that is typed there. */
  email: () => string;
  /** Gets the cart, and what else of the page depends on it, anew. */
  refresh: () => Promise<Cart>;
}

/** The way of pages with classic forms: the classic calls, and then the page's parts anew. */
export function classicWay(page: ClassicCoupons): CouponWay {
  /** Runs a call; gives its notices and whether it was refused. */
  const told = async (call: Promise<string>) => {
    await loadRules("checkout");
    const html = await call;
    const refused = core().couponAnswerRefuses(html);
    return { refused, notices: noticesOf(html, refused) };
  };
  const asked = async (call: () => Promise<string>): Promise<Cart> => {
    const { refused, notices } = await told(call());
    if (refused) throw new StoreApiError("refused", notices.map(({ text }) => text).join(" "), 200, {});
    setCartState({ notices });
    return page.refresh();
  };
  return {
    apply: async (code) => {
      let refusal: Refusal | null = null;
      setCartState({ notices: [] });
      await changeCart(
        () => asked(() => applyTyped(page.apply_coupon_nonce, code, page.email())),
        (why) => {
          refusal = why;
        },
      );
      if (!refusal) tellCoupon("applied", code);
      return refusal;
    },
    remove: async (code) => {
      const cart = await changeCart(
        () => asked(() => removeApplied(page.remove_coupon_nonce, code)),
        undefined,
        { remove_coupon: { code } },
      );
      if (cart) tellCoupon("removed", code);
    },
    click: async (clicked) => {
      let applied = false;
      await changeCart(async () => {
        const { refused, notices } = await told(applyClicked(page.apply_coupon_nonce, clicked));
        setCartState({ notices });
        applied = !refused && notices.length > 0;
        return page.refresh();
      });
      if (applied) tellCoupon("applied", clicked.coupon_code);
    },
  };
}
