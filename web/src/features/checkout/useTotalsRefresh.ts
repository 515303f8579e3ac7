import { useCallback, useEffect, useRef } from "react";
import { readCart, updateCustomer } from "../../api/cart.ts";
import { serialized, updateOrderReview, updatePaymentMethod } from "../../api/classicCheckout.ts";
import { changeCart } from "../../app/cart/cartStore.ts";
import { core } from "../../core/core.ts";
import type {
  Address,
  AddressKind,
  Cart,
  CheckoutForm,
  CheckoutPage,
  CheckoutRules,
} from "../../core/types.ts";
import { destination } from "./formFields.ts";

function placeOf(address: Address): Partial<Address> {
  return Object.fromEntries(
    core()
      .refreshingFields()
      .map((field) => [field, address[field]]),
  );
}

/** The classic form's way: the review, then the chosen payment, and the review again when that cost the cart a coupon. */
async function review(page: CheckoutPage, form: CheckoutForm): Promise<Cart> {
  const element = document.getElementById("cassa");
  const typed = element instanceof HTMLFormElement ? serialized(element).toString() : "";
  const ask = () => updateOrderReview(page.update_order_review_nonce, form, true, typed);
  const answer = await ask();
  if (answer.reload) window.location.reload();
  if (form.payment_method && (await updatePaymentMethod(page.choices_nonce, form.payment_method)))
    await ask();
  return readCart();
}

/** Asks the server for the sums when the address changed, once every required visible field of it is filled and stands. */
export function useTotalsRefresh(page: CheckoutPage, form: CheckoutForm, rules: CheckoutRules) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef("");
  const latest = useRef({ form, rules });
  latest.current = { form, rules };

  const refresh = useCallback(() => {
    const { form, rules } = latest.current;
    // A postcode half typed is filled in, but nothing to ask the server about.
    const kinds: AddressKind[] = form.ship_to_different_address ? ["billing", "shipping"] : ["billing"];
    const fields = core().refreshingFields();
    const wrong = kinds.some((kind) =>
      fields.some((field) => core().checkCheckoutField(`${kind}_${field}`, form, rules).length > 0),
    );
    if (wrong) return;
    const addresses = {
      billing_address: placeOf(form.billing),
      shipping_address: placeOf(destination(form)),
    };
    const key = JSON.stringify(addresses);
    if (key === sent.current) return;
    sent.current = key;
    const ask = () => (page.form_kind === "classic" ? review(page, form) : updateCustomer(addresses));
    void changeCart(ask).then((cart) => {
      if (!cart && sent.current === key) sent.current = "";
    });
  }, [page]);

  useEffect(() => () => clearTimeout(timer.current), []);

  return useCallback(
    (how: "typed" | "changed") => {
      clearTimeout(timer.current);
      // The form as it will be: React has not set the latest value yet while the event is under way.
      const wait = core().checkoutTimings();
      timer.current = setTimeout(
        () => core().hasFullAddress(latest.current.form, latest.current.rules) && refresh(),
        how === "typed" ? wait.refresh_after_typing_ms : wait.refresh_after_change_ms,
      );
    },
    [refresh],
  );
}
