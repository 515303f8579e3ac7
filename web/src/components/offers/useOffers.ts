import { useCallback, useEffect, useRef, useState } from "react";
import { readOffers } from "../../api/offers.ts";
import { requestMessage } from "../../api/requestMessage.ts";
import { useCouponWay } from "../../context/cart/couponWay.ts";
import { useCart } from "../../context/cart/useCart.ts";
import { useLang } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import { loadRules } from "../../core/load.ts";
import type { CartOffers, ClickedCoupon } from "../../core/types.ts";

/** Told by a clicked coupon or credit; other scripts of the page may listen, or ask for one themselves. */
const CLICKED = "bottega:coupon-clicked";

export interface Offers {
  offers: CartOffers;
  /** A code is being applied: the areas are blocked. */
  processing: boolean;
  /** Why the last one was refused. */
  refusal: string;
  /** A coupon or credit was clicked. */
  click: (button: HTMLElement) => void;
}

/** The offers of a page, kept in step with the cart, and applying them. */
export function useOffers(initial: CartOffers): Offers {
  const lang = useLang();
  const { cart, pending } = useCart();
  const way = useCouponWay();
  const [offers, setOffers] = useState(initial);
  const [refusal, setRefusal] = useState("");
  const seen = useRef(cart);

  useEffect(() => {
    // The cart that came with the page has the page's offers.
    if (!seen.current || seen.current === cart) {
      seen.current = cart;
      return;
    }
    seen.current = cart;
    const controller = new AbortController();
    void readOffers(controller.signal).then((read) => {
      if (read && !controller.signal.aborted) setOffers(read);
    });
    return () => controller.abort();
  }, [cart]);

  useEffect(() => {
    const apply = async (event: Event) => {
      const { coupon_code } = (event as CustomEvent<ClickedCoupon>).detail;
      setRefusal("");
      const refused = await way.apply(coupon_code, lang);
      setRefusal(refused ? requestMessage(refused, lang) : "");
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
      const sent = core().clickedCoupon(coupon, "", way.click === null);
      if (!sent) return;
      const detail: ClickedCoupon = { coupon_code: sent.coupon_code, coupon_id: sent.coupon_id };
      setRefusal("");
      if (way.click) await way.click(detail);
      else document.dispatchEvent(new CustomEvent(CLICKED, { detail }));
    },
    [processing, way],
  );
  return { offers, processing, refusal, click };
}
