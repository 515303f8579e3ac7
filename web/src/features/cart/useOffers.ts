import { useCallback, useEffect, useRef, useState } from "react";
import { readOffers } from "../../api/offers.ts";
import { requestMessage } from "../../api/requestMessage.ts";
import { applyCoupon } from "../../app/cart/cartStore.ts";
import { useCart } from "../../app/cart/useCart.ts";
import { useLang } from "../../app/PageContext.tsx";
import type { CartOffers } from "../../core/types.ts";

/** Told by a clicked coupon or credit; other scripts of the page may listen, or ask for one themselves. */
const CLICKED = "bottega:coupon-clicked";

/** What a clicked coupon tells. */
export interface ClickedCoupon {
  coupon_code: string;
  coupon_id: number;
}

export interface Offers {
  offers: CartOffers;
  /** A code is being applied: the areas are blocked. */
  processing: boolean;
  /** Why the last one was refused. */
  refusal: string;
  click: (clicked: ClickedCoupon) => void;
}

/** The offers of a page, kept in step with the cart, and applying them. */
export function useOffers(initial: CartOffers): Offers {
  const lang = useLang();
  const { cart, pending } = useCart();
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
      const refused = await applyCoupon(coupon_code);
      setRefusal(refused ? requestMessage(refused, lang) : "");
    };
    document.addEventListener(CLICKED, apply);
    return () => document.removeEventListener(CLICKED, apply);
  }, [lang]);

  const processing = pending > 0;
  const click = useCallback(
    (detail: ClickedCoupon) => {
      if (!processing) document.dispatchEvent(new CustomEvent(CLICKED, { detail }));
    },
    [processing],
  );
  return { offers, processing, refusal, click };
}
