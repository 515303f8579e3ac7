import { useEffect, useRef, useState } from "react";
import { cartState, refreshCart } from "../../context/cart/cartStore.ts";
import { useCart } from "../../context/cart/useCart.ts";
import { cartOffer, fieldValue, type Offer, type PurchaseSource } from "./purchaseSource.ts";
import type { ExpressTools } from "./tools.ts";

/**
 * Purchase source of the cart page and the checkout; the offer follows the cart. While the page submits an order (`ordering`),
 * nothing is requested: the order empties the cart and may create an account with a session of its own.
 */
export function useCartSource({ settings, calls }: ExpressTools, ordering: boolean): PurchaseSource {
  const { cart, pending, busyKeys } = useCart();
  const [offer, setOffer] = useState<Offer>(() => cartOffer(settings));
  const [isRefreshing, setIsRefreshing] = useState(false);
  const [version, setVersion] = useState(0);
  const offeredCart = useRef<string | null>(null);
  const currentCart =
    cart && JSON.stringify([cart.items.map(({ key, quantity }) => [key, quantity]), cart.totals]);

  // A cart that has just changed is about to be requested.
  const isNewer = currentCart !== null && offeredCart.current !== null && currentCart !== offeredCart.current;

  useEffect(() => {
    if (ordering || currentCart === null || currentCart === offeredCart.current) return;
    const before = offeredCart.current;
    offeredCart.current = currentCart;
    // The settings were built from the page's own cart.
    if (before === null) return;
    setIsRefreshing(true);
    const aborter = new AbortController();
    let answered = false;
    calls
      .cartDetails(aborter.signal)
      .then((details) => {
        answered = true;
        if (aborter.signal.aborted) return;
        const { shipping_required: shipping, order_data, shipping_options: rates = [] } = details;
        setOffer((offer) => {
          if (offer.shipping !== shipping) setVersion((count) => count + 1);
          return {
            total: order_data.total,
            items: order_data.displayItems,
            shipping,
            rates: rates.length > 0 ? rates : cartOffer(settings).rates,
            minAge: details.min_age_years ?? null,
          };
        });
      })
      // The server would refuse the old total at the end; the next change requests it again.
      .catch(() => {})
      .finally(() => {
        if (!aborter.signal.aborted) setIsRefreshing(false);
      });
    return () => {
      aborter.abort();
      if (answered) return;
      // Requests the details again if their response never arrived, unless the cart is back to what it was.
      offeredCart.current = before;
      setIsRefreshing(false);
    };
  }, [currentCart, calls, settings, ordering]);

  return {
    offer,
    blocked: false,
    pending: isRefreshing || isNewer || pending > 0 || busyKeys.size > 0,
    version,
    variationValid: null,
    unavailableReason: () => "",
    cart: () => cartState().confirmed,
    release: async (ending) => {
      // The sheet has changed the cart's address and rate. After an order the cart is empty, and the page continues to show its
      // old contents.
      if (ending === "given_up") await refreshCart();
      return "";
    },
    email: () => fieldValue("billing_email"),
  };
}
