import { useCallback, useEffect, useRef } from "react";
import { fetchCart, updateCustomer } from "../../api/cart.ts";
import {
  type ClassicResponse,
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
import { destination, locationFields } from "./formFields.ts";
import type { Checkout } from "./useCheckout.ts";

/** Whether this page dispatched the event itself, so that its own listener ignores it. */
let isDispatching = false;

/**
 * Requests new totals between the two events that scripts know: `update_checkout` before it, which scripts may also dispatch
 * themselves, and `updated_checkout` with the response once the page shows it.
 */
async function withEvents(
  request: (onResponse: (answer: object) => void) => Promise<Cart>,
  expected?: CartChange,
): Promise<Cart | null> {
  isDispatching = true;
  dispatchCartEvent("update_checkout");
  isDispatching = false;
  let answer: object = { result: "success" };
  const cart = await changeCart(
    () =>
      request((response) => {
        answer = response;
      }),
    undefined,
    expected,
  );
  if (cart) dispatchCartEvent("updated_checkout", answer);
  return cart;
}

/**
 * Refreshes the totals of the classic form: the order review, then the chosen payment method, and the review again if that
 * removed a coupon from the cart.
 */
async function reviewTotals(
  page: CheckoutPage,
  form: CheckoutForm,
  full: boolean,
  onResponse: (answer: ClassicResponse) => void,
): Promise<Cart> {
  const element = document.getElementById("cassa");
  const typed = element instanceof HTMLFormElement ? serialized(element).toString() : "";
  const requestReview = () => updateOrderReview(page.update_order_review_nonce, form, full, typed);
  let answer = await requestReview();
  if (answer.reload) window.location.reload();
  if (form.payment_method && (await updatePaymentMethod(page.choices_nonce, form.payment_method)))
    answer = await requestReview();
  onResponse(answer);
  return fetchCart();
}

/** Returns the addresses to request totals for; `null` if a field is invalid, e.g. a half-typed postcode. */
function validLocations(form: CheckoutForm, rules: CheckoutRules) {
  const kinds: AddressKind[] = form.ship_to_different_address ? ["billing", "shipping"] : ["billing"];
  const fields = core().refreshingFields();
  const wrong = kinds.some((kind) =>
    fields.some((field) => core().checkCheckoutField(`${kind}_${field}`, form, rules).length > 0),
  );
  return wrong
    ? null
    : { billing: locationFields(form.billing), shipping: locationFields(destination(form)) };
}

/** Requests new totals after an address field changed. */
export type Refresh = (trigger: "typed" | "changed") => void;

/** Requests the classic form's order review after a choice or a response. `chosen` are values that no cart contains yet. */
export type Review = (
  cause: "payment_method" | "shipping_method" | "answer",
  chosen?: Partial<CheckoutForm>,
) => Promise<Cart | null>;

/**
 * Requests the totals when the address changes, once every required visible field of it is filled and valid; in the classic form
 * also requests the order review when another choice changes.
 */
export function useTotalsRefresh(
  page: CheckoutPage,
  checkout: Checkout,
): { refresh: Refresh; review: Review; recalculate: () => void } {
  const { form, rules, restored, markSent } = checkout;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef("");
  const latest = useRef({ form, rules });
  latest.current = { form, rules };

  const requestTotals = useCallback(() => {
    const { form, rules } = latest.current;
    const locations = validLocations(form, rules);
    if (!locations) return;
    // Some coupons are for certain buyers only, so the cart receives the email address as soon as it is valid.
    const hasEmail = core().checkCheckoutField("billing_email", form, rules).length === 0;
    const email = hasEmail && form.billing.email ? { email: form.billing.email } : {};
    const addresses = {
      billing_address: { ...locations.billing, ...email },
      shipping_address: locations.shipping,
    };
    const key = JSON.stringify(addresses);
    // The shopper restored the address of the last request, so its totals still apply.
    if (key === sent.current) return plan("address", null);
    sent.current = key;
    const classic = page.form_kind === "classic";
    void withEvents(
      (onResponse) => (classic ? reviewTotals(page, form, true, onResponse) : updateCustomer(addresses)),
      {
        address: locations,
      },
    ).then((cart) => {
      if (cart) markSent(form);
      else if (sent.current === key) sent.current = "";
    });
  }, [page, markSent]);

  useEffect(loadOptimisticPricing, []);
  // The totals of a complete address are shown before they are requested.
  const location = JSON.stringify([locationFields(form.billing), locationFields(destination(form))]);
  const plannedLocation = useRef(location);
  useEffect(() => {
    if (plannedLocation.current === location) return;
    plannedLocation.current = location;
    const { form, rules } = latest.current;
    const locations = core().hasFullAddress(form, rules) ? validLocations(form, rules) : null;
    plan("address", locations && { address: locations });
  }, [location]);
  useEffect(() => () => plan("address", null), []);
  useEffect(() => () => clearTimeout(timer.current), []);

  const refresh = useCallback<Refresh>(
    (trigger) => {
      clearTimeout(timer.current);
      // Reads the form when the timer fires, as React has not rendered the latest value during the event.
      const wait = core().checkoutTimings();
      timer.current = setTimeout(
        () => core().hasFullAddress(latest.current.form, latest.current.rules) && requestTotals(),
        trigger === "typed" ? wait.refresh_after_typing_ms : wait.refresh_after_change_ms,
      );
    },
    [requestTotals],
  );

  const review = useCallback<Review>(
    async (cause, chosen = {}) => {
      const { form, rules } = latest.current;
      const wait = core().refreshWait(cause, form, rules) ?? 0;
      await new Promise((done) => setTimeout(done, wait));
      const now = { ...latest.current.form, ...chosen };
      const rate_id = Object.values(chosen.shipping_method ?? {})[0];
      const expected: CartChange | undefined = rate_id ? { delivery: { rate_id } } : undefined;
      return withEvents(
        (onResponse) => reviewTotals(page, now, core().hasFullAddress(now, rules), onResponse),
        expected,
      );
    },
    [page],
  );

  // The restored form may have another address than the totals.
  useEffect(() => {
    if (restored) refresh("changed");
  }, [restored, refresh]);

  // Third-party scripts request new totals with the event.
  useEffect(() => {
    const onUpdateRequest = () => {
      if (isDispatching) return;
      if (page.form_kind === "classic") void review("answer");
      else void withEvents(() => fetchCart());
    };
    document.body.addEventListener("update_checkout", onUpdateRequest);
    return () => document.body.removeEventListener("update_checkout", onUpdateRequest);
  }, [page, review]);

  // A VAT number or another country changes the totals even while the address is incomplete.
  const recalculate = useCallback(() => {
    if (page.form_kind === "classic") {
      void review("answer");
      return;
    }
    const { form, rules } = latest.current;
    const country = (address: Address) => ({ country: address.country, state: "", postcode: "" });
    const locations = validLocations(form, rules);
    void withEvents(() =>
      updateCustomer({
        billing_address: locations?.billing ?? country(form.billing),
        shipping_address: locations?.shipping ?? country(destination(form)),
      }),
    );
  }, [page, review]);

  return { refresh, review, recalculate };
}
