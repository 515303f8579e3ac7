import { useEffect, useRef } from "react";
import { readCart } from "../../api/cart.ts";
import { setBlockCheckoutValues } from "../../api/classicCheckout.ts";
import { changeCart } from "../../context/cart/cartStore.ts";
import { core } from "../../core/core.ts";
import type { CheckoutForm, CheckoutPage } from "../../core/types.ts";

/** Told on the document some time after the choices were sent, for scripts that show something by them. */
export const CHOICES_TOLD = "checkout_values_updated";

/** Block form: the server is told the chosen payment and delivery, once soon after the page came and then with each choice. The
 * summary waits meanwhile, as coupons may hold for some choices only. */
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
          // Counted from the sending, however long the answer takes.
          setTimeout(() => document.dispatchEvent(new CustomEvent(CHOICES_TOLD)), wait.choice_told_after_ms);
          await setBlockCheckoutValues(page.choices_nonce, latest.current);
          return readCart();
        });
      },
      first.current ? wait.first_choice_after_ms : 0,
    );
    return () => clearTimeout(timer);
  }, [active, key, page.choices_nonce]);
}
