import { useCallback, useEffect, useRef, useState } from "react";
import { fetchOffers } from "../../api/offers.ts";
import { requestMessage } from "../../api/requestMessage.ts";
import { useCouponCalls } from "../../context/cart/couponCalls.ts";
import { useCart } from "../../context/cart/useCart.ts";
import { useLang } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { CartOffers, ClickedCoupon } from "../../core/types.ts";

/** Event fired by a clicked coupon or credit; other scripts of the page may listen to it or dispatch it. */
const CLICKED = "bottega:coupon-clicked";

export interface Offers {
  offers: CartOffers;
  /** A code is being applied: the areas are blocked. */
  processing: boolean;
  /** Error message of the last attempt. */
  error: string;
  /** Handles a click on a coupon or credit. */
  click: (button: HTMLElement) => void;
}

/** The page's offers, refreshed with the cart, and the function that applies them. */
export function useOffers(initial: CartOffers): Offers {
  const lang = useLang();
  const { cart, pending } = useCart();
  const way = useCouponCalls();
  const [offers, setOffers] = useState(initial);
  const [error, setError] = useState("");
  const lastCart = useRef(cart);

  useEffect(() => {
    // The page's offers already match the cart that came with it.
    if (!lastCart.current || lastCart.current === cart) {
      lastCart.current = cart;
      return;
    }
    lastCart.current = cart;
    const controller = new AbortController();
    void fetchOffers(controller.signal).then((loaded) => {
      if (loaded && !controller.signal.aborted) setOffers(loaded);
    });
    return () => controller.abort();
  }, [cart]);

  useEffect(() => {
    const apply = async (event: Event) => {
      const { coupon_code } = (event as CustomEvent<ClickedCoupon>).detail;
      setError("");
      const failure = await way.apply(coupon_code, lang);
      setError(failure ? requestMessage(failure, lang) : "");
    };
    document.addEventListener(CLICKED, apply);
    return () => document.removeEventListener(CLICKED, apply);
  }, [lang, way]);

  const processing = pending > 0;
  const click = useCallback(
    async (button: HTMLElement) => {
      if (processing) return;
      await loadRules("checkout");
      const { code = "", id = "" } = button.dataset;
      const coupon = { class: button.className, data_code: code, code_text: "", data_id: id };
      const clicked = core().clickedCoupon(coupon, "", way.click === null);
      if (!clicked) return;
      const detail: ClickedCoupon = { coupon_code: clicked.coupon_code, coupon_id: clicked.coupon_id };
      setError("");
      if (way.click) await way.click(detail);
      else document.dispatchEvent(new CustomEvent(CLICKED, { detail }));
    },
    [processing, way],
  );
  return { offers, processing, error, click };
}
