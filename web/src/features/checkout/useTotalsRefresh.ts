import { useCallback, useEffect, useRef } from "react";
import { readCart, updateCustomer } from "../../api/cart.ts";
import {
  type ClassicAnswer,
  serialized,
  updateOrderReview,
  updatePaymentMethod,
} from "../../api/classicCheckout.ts";
import { dispatchCartEvent, plan } from "../../context/cart/cartState.ts";
import { changeCart } from "../../context/cart/cartStore.ts";
import { loadOptimisticPricing } from "../../context/cart/loadOptimisticPricing.ts";
import { core } from "../../core/core.ts";
import type {
  Address,
  AddressKind,
  Cart,
  CartChange,
  CheckoutForm,
  CheckoutPage,
  CheckoutRules,
} from "../../core/types.ts";
import { destination, placeOf } from "./formFields.ts";
import type { Checkout } from "./useCheckout.ts";

/** Whether it is this page that asks for new sums: what it tells others is nothing to itself. */
let asking = false;

/** Runs a request for new sums, between the two events that scripts know: `update_checkout` before it, which others may send
 * themselves, and `updated_checkout` with the answer once the page shows it. */
async function withEvents(
  request: (hear: (answer: object) => void) => Promise<Cart>,
  foreseen?: CartChange,
): Promise<Cart | null> {
  asking = true;
  dispatchCartEvent("update_checkout");
  asking = false;
  let answer: object = { result: "success" };
  const cart = await changeCart(
    () =>
      request((heard) => {
        answer = heard;
      }),
    undefined,
    foreseen,
  );
  if (cart) dispatchCartEvent("updated_checkout", answer);
  return cart;
}

/** The classic form's way: the review, then the chosen payment, and the review again when that cost the cart a coupon. */
async function reviewed(
  page: CheckoutPage,
  form: CheckoutForm,
  full: boolean,
  hear: (answer: ClassicAnswer) => void,
): Promise<Cart> {
  const element = document.getElementById("cassa");
  const typed = element instanceof HTMLFormElement ? serialized(element).toString() : "";
  const ask = () => updateOrderReview(page.update_order_review_nonce, form, full, typed);
  let answer = await ask();
  if (answer.reload) window.location.reload();
  if (form.payment_method && (await updatePaymentMethod(page.choices_nonce, form.payment_method)))
    answer = await ask();
  hear(answer);
  return readCart();
}

/** The addresses that new sums are asked for; null: a field is wrong, as a postcode half typed, and there is nothing to ask about. */
function addressesOf(form: CheckoutForm, rules: CheckoutRules) {
  const kinds: AddressKind[] = form.ship_to_different_address ? ["billing", "shipping"] : ["billing"];
  const fields = core().refreshingFields();
  const wrong = kinds.some((kind) =>
    fields.some((field) => core().checkCheckoutField(`${kind}_${field}`, form, rules).length > 0),
  );
  return wrong ? null : { billing: placeOf(form.billing), shipping: placeOf(destination(form)) };
}

/** Asks for new sums when something in an address has changed. */
export type Refresh = (how: "typed" | "changed") => void;

/** Asks for the classic form's review, after a choice or an answer; `chosen` is in no cart yet. */
export type Review = (
  cause: "payment_method" | "shipping_method" | "answer",
  chosen?: Partial<CheckoutForm>,
) => Promise<Cart | null>;

/** Asks the server for the sums when the address changed, once every required visible field of it is filled and stands; and in
 * the classic form for the order's review when something else was chosen. */
export function useTotalsRefresh(
  page: CheckoutPage,
  checkout: Checkout,
): { refresh: Refresh; review: Review; recalculate: () => void } {
  const { form, rules, restored, told } = checkout;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef("");
  const latest = useRef({ form, rules });
  latest.current = { form, rules };

  const ask = useCallback(() => {
    const { form, rules } = latest.current;
    const places = addressesOf(form, rules);
    if (!places) return;
    // A coupon may be for certain buyers only: the cart knows the address as soon as it is one.
    const known = core().checkCheckoutField("billing_email", form, rules).length === 0;
    const email = known && form.billing.email ? { email: form.billing.email } : {};
    const addresses = {
      billing_address: { ...places.billing, ...email },
      shipping_address: places.shipping,
    };
    const key = JSON.stringify(addresses);
    // Typed back to what was asked: the answer to that stands.
    if (key === sent.current) return plan("address", null);
    sent.current = key;
    const classic = page.form_kind === "classic";
    void withEvents((hear) => (classic ? reviewed(page, form, true, hear) : updateCustomer(addresses)), {
      address: places,
    }).then((cart) => {
      if (cart) told(form);
      else if (sent.current === key) sent.current = "";
    });
  }, [page, told]);

  useEffect(loadOptimisticPricing, []);
  // The page shows a whole address's sums before it asks for them.
  const place = JSON.stringify([placeOf(form.billing), placeOf(destination(form))]);
  const shown = useRef(place);
  useEffect(() => {
    if (shown.current === place) return;
    shown.current = place;
    const { form, rules } = latest.current;
    const places = core().hasFullAddress(form, rules) ? addressesOf(form, rules) : null;
    plan("address", places && { address: places });
  }, [place]);
  useEffect(() => () => plan("address", null), []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const refresh = useCallback<Refresh>(
    (how) => {
      clearTimeout(timer.current);
      // The form as it will be: React has not set the latest value yet while the event is under way.
      const wait = core().checkoutTimings();
      timer.current = setTimeout(
        () => core().hasFullAddress(latest.current.form, latest.current.rules) && ask(),
        how === "typed" ? wait.refresh_after_typing_ms : wait.refresh_after_change_ms,
      );
    },
    [ask],
  );

  const review = useCallback<Review>(
    async (cause, chosen = {}) => {
      const { form, rules } = latest.current;
      const wait = core().refreshWait(cause, form, rules) ?? 0;
      await new Promise((done) => setTimeout(done, wait));
      const now = { ...latest.current.form, ...chosen };
      const rate_id = Object.values(chosen.shipping_method ?? {})[0];
      const foreseen: CartChange | undefined = rate_id ? { delivery: { rate_id } } : undefined;
      return withEvents((hear) => reviewed(page, now, core().hasFullAddress(now, rules), hear), foreseen);
    },
    [page],
  );

  // What was typed before is in the form again: the sums may be those of another place.
  useEffect(() => {
    if (restored) refresh("changed");
  }, [restored, refresh]);

  // Scripts of others ask for new sums by the event.
  useEffect(() => {
    const asked = () => {
      if (asking) return;
      if (page.form_kind === "classic") void review("answer");
      else void withEvents(() => readCart());
    };
    document.body.addEventListener("update_checkout", asked);
    return () => document.body.removeEventListener("update_checkout", asked);
  }, [page, review]);

  // A VAT number or another country changes the sums although the address is not whole yet.
  const recalculate = useCallback(() => {
    if (page.form_kind === "classic") {
      void review("answer");
      return;
    }
    const { form, rules } = latest.current;
    const country = (address: Address) => ({ country: address.country, state: "", postcode: "" });
    const places = addressesOf(form, rules);
    void withEvents(() =>
      updateCustomer({
        billing_address: places?.billing ?? country(form.billing),
        shipping_address: places?.shipping ?? country(destination(form)),
      }),
    );
  }, [page, review]);

  return { refresh, review, recalculate };
}
