import { useEffect, useRef, useState } from "react";
import { cartState, refreshCart } from "../../context/cart/cartStore.ts";
import { useCart } from "../../context/cart/useCart.ts";
import { cartOffer, type Offer, type Place, typedIn } from "./place.ts";
import type { ExpressTools } from "./tools.ts";

/**
 * The cart page and the checkout: what is bought follows the cart. `ordering`: the page sends an order, which empties the
 * cart and may open an account with a session of its own; nothing is asked meanwhile.
 */
export function useCartPlace({ settings, calls }: ExpressTools, ordering: boolean): Place {
  const { cart, pending, busyKeys } = useCart();
  const [offer, setOffer] = useState<Offer>(() => cartOffer(settings));
  const [asking, setAsking] = useState(false);
  const [version, setVersion] = useState(0);
  const shown = useRef<string | null>(null);
  const now = cart && JSON.stringify([cart.items.map(({ key, quantity }) => [key, quantity]), cart.totals]);

  // A cart that has just come is about to be asked about.
  const newer = now !== null && shown.current !== null && now !== shown.current;

  useEffect(() => {
    if (ordering || now === null || now === shown.current) return;
    const before = shown.current;
    shown.current = now;
    // The page's own cart is what its settings were made of.
    if (before === null) return;
    setAsking(true);
    const gone = new AbortController();
    let answered = false;
    calls
      .cartDetails(gone.signal)
      .then((details) => {
        answered = true;
        if (gone.signal.aborted) return;
        const { shipping_required: shipping, order_data, shipping_options: known = [] } = details;
        setOffer((offer) => {
          if (offer.shipping !== shipping) setVersion((count) => count + 1);
          return {
            total: order_data.total,
            items: order_data.displayItems,
            shipping,
            rates: known.length > 0 ? known : cartOffer(settings).rates,
            minAge: details.min_age_years ?? null,
          };
        });
      })
      // The old total would be refused at the end: the next change asks again.
      .catch(() => {})
      .finally(() => {
        if (!gone.signal.aborted) setAsking(false);
      });
    return () => {
      gone.abort();
      if (answered) return;
      // What was not heard is asked for again, unless the cart is what it was before.
      shown.current = before;
      setAsking(false);
    };
  }, [now, calls, settings, ordering]);

  return {
    offer,
    blocked: false,
    pending: asking || newer || pending > 0 || busyKeys.size > 0,
    version,
    variationValid: null,
    refusal: () => "",
    cart: () => cartState().answered,
    release: async (ending) => {
      // The sheet has changed address and rate of the cart. An order has emptied it: the page goes on showing what it holds.
      if (ending === "given_up") await refreshCart();
      return "";
    },
    email: () => typedIn("billing_email"),
  };
}
