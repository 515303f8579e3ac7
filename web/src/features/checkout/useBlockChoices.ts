import { useEffect, useRef } from "react";
import { fetchCart } from "../../api/cart.ts";
import { setBlockCheckoutValues } from "../../api/classicCheckout.ts";
import { changeCart } from "../../context/cart/cartStore.ts";
import { core } from "../../core/core.ts";
import type { CheckoutForm, CheckoutPage } from "../../core/types.ts";

/** Dispatched on the document some time after the choices were sent, for scripts that depend on them. */
export const CHOICES_SENT = "checkout_values_updated";

/**
 * Block form: sends the chosen payment and delivery methods to the server, once soon after the page opened and then with each
 * choice. The summary waits meanwhile, as coupons may only apply to some choices.
 */
export function useBlockChoices(page: CheckoutPage, form: CheckoutForm): void {
  const sent = useRef("");
  const first = useRef(true);
  const active = page.form_kind === "block";
  const key = JSON.stringify([form.payment_method, form.shipping_method]);
  const latest = useRef(form);
  latest.current = form;

  useEffect(() => {
    if (!active || key === sent.current) return;
    const wait = core().checkoutTimings();
    const timer = setTimeout(
      () => {
        first.current = false;
        sent.current = key;
        void changeCart(async () => {
          // Counted from the request, however long the response takes.
          setTimeout(
            () => document.dispatchEvent(new CustomEvent(CHOICES_SENT)),
            wait.choice_announced_after_ms,
          );
          await setBlockCheckoutValues(page.choices_nonce, latest.current);
          return fetchCart();
        });
      },
      first.current ? wait.first_choice_after_ms : 0,
    );
    return () => clearTimeout(timer);
  }, [active, key, page.choices_nonce]);
}
