import { useEffect, useRef } from "react";
import { paymentRefusal } from "../../api/checkout.ts";
import { placeClassicOrder } from "../../api/classicCheckout.ts";
import { requestMessage } from "../../api/requestMessage.ts";
import { StoreApiError } from "../../api/storeApi.ts";
import { note } from "../../context/analytics/notes.ts";
import { dispatchCartEvent } from "../../context/cart/cartState.ts";
import { adoptCart } from "../../context/cart/cartStore.ts";
import { dueNow } from "../../context/cart/dueNow.ts";
import { startOrdering } from "../../context/ordering.ts";
import { useLang, useWords } from "../../context/PageContext.tsx";
import { inLanguage } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { CheckoutPage } from "../../core/types.ts";
import { setHiddenFields } from "../../payments/hiddenFields.ts";
import { CHECKOUT_ERROR, type Payments } from "../../payments/usePayments.ts";
import { chosenDelivery, paymentTitle } from "./chosen.ts";
import { classicErrors } from "./classicErrors.ts";
import { type CheckoutEvent, type CheckoutState, isUnderWay } from "./machine.ts";
import { type OrderInput, placeBlockOrder } from "./order.ts";
import { type ServerErrors, serverErrors } from "./serverErrors.ts";
import { clearForm } from "./storedForm.ts";
import { useLeaveWarning } from "./useLeaveWarning.ts";

interface Sending {
  state: CheckoutState;
  send: (event: CheckoutEvent) => CheckoutState;
  touch: (...names: string[]) => void;
  touchAll: () => void;
  order: OrderInput;
  /** Called when the order is submitted. */
  holdCart: () => void;
  payments: Payments | null;
}

/** The core lists a form's errors in the order of addresses, but this page asks for the email address first. */
function inPageOrder(names: string[]): string[] {
  return [
    ...names.filter((name) => name === "billing_email"),
    ...names.filter((name) => name !== "billing_email"),
  ];
}

/** Submits the order: the rules validate it, the provider collects its fields, the server responds. */
export function useSubmit(
  page: CheckoutPage,
  { state, send, touch, touchAll, order, holdCart, payments }: Sending,
) {
  const lang = useLang();
  const words = useWords("checkout");
  const leaving = useLeaveWarning(isUnderWay(state));
  const classic = page.form_kind === "classic";

  const ordered = useRef((_spent: boolean) => {});

  const refuse = (sentences: ServerErrors) => {
    ordered.current(false);
    touchAll();
    send({ kind: "refused", listed: [], sentences });
    payments?.end();
    dispatchCartEvent(CHECKOUT_ERROR, Object.values(sentences).join(" "));
  };

  /** Makes the form editable after a failed payment: all fields are validated again, and another attempt needs no reload. */
  const paymentFailed = (text: string) => {
    ordered.current(false);
    send({ kind: "payment_failed" });
    touchAll();
    payments?.fail(text);
  };

  // The classic form shows it at the top of the page, together with the other errors.
  const failed = payments?.failed;
  useEffect(() => {
    if (classic && failed) send({ kind: "payment_message", text: failed.text });
  }, [classic, failed, send]);

  /** Leaves the page without a confirmation dialog. */
  const leaveFor = (go: () => void) => {
    leaving.current = true;
    go();
  };

  /** Follows the address of a response: a page, or a confirmation on this page. */
  const followAddress = async (address: string): Promise<void> => {
    const end = (await payments?.follow(address, () => send({ kind: "confirmation_needed" }))) ?? {
      path: address,
    };
    if (end.path === undefined) {
      paymentFailed(end.text);
      return;
    }
    send({ kind: "placed" });
    ordered.current(true);
    clearForm();
    leaveFor(() => window.location.assign(inLanguage(end.path)));
  };

  /** Submits the classic form; `review` requests the order review. */
  const submitClassic = async (element: HTMLFormElement, review: () => void): Promise<void> => {
    const next = core().afterPlaceOrder(await placeClassicOrder(element));
    if (next.kind === "reload") leaveFor(() => window.location.reload());
    else if (next.kind === "go") await followAddress(next.url);
    else {
      refuse(classicErrors(next.messages, words.checkoutFailed));
      if (next.refresh) review();
    }
  };

  const submitBlock = async (paid: Record<string, string>): Promise<void> => {
    const answer = await placeBlockOrder(page, order, paid);
    const paymentError = paymentRefusal(answer);
    if (paymentError !== null) {
      paymentFailed(paymentError || core().messageText("payment_failed", {}, lang));
      return;
    }
    const next = answer.payment_result?.redirect_url;
    if (!next) throw new StoreApiError("unknown", "", 0, {});
    await followAddress(next);
  };

  /** Submits the order; `review` requests the order review if the response requires it. */
  const submit = async (element: HTMLFormElement, review: () => void) => {
    const { cart, form, rules, invoice } = order;
    if (send({ kind: "submitted" }).progress.step !== "checking") return;
    const found = [...core().checkCheckoutWithInvoice(form, rules, invoice), ...order.vatErrors];
    if (found.length > 0) {
      const names = inPageOrder(found.map((error) => error.field));
      touchAll();
      touch(...names);
      send({ kind: "refused", listed: names, sentences: {} });
      const sentences = found.map(({ code, params }) => core().messageText(code, params, lang));
      dispatchCartEvent(CHECKOUT_ERROR, sentences.join(" "));
      return;
    }
    const payer =
      payments && cart.needs_payment && payments.providerType(form.payment_method) ? payments : null;
    send({ kind: "passed", pays: payer !== null });
    holdCart();
    ordered.current = startOrdering();
    const type = cart.needs_payment ? paymentTitle(page, form.payment_method) : "";
    note({ kind: "ordering", cart, tier: chosenDelivery(cart), type });
    let paid: Record<string, string> = {};
    if (payer) {
      payer.begin();
      const collected = await payer.collect(form.payment_method);
      if (!collected.fields) {
        paymentFailed(collected.text);
        return;
      }
      paid = collected.fields;
      send({ kind: "collected" });
    }
    setHiddenFields(element, { ...paid, due_now_cents: String(dueNow(cart)) });
    try {
      if (classic) await submitClassic(element, review);
      else await submitBlock(paid);
    } catch (error) {
      if (!(error instanceof StoreApiError)) {
        ordered.current(false);
        throw error;
      }
      if (error.cart) adoptCart(error.cart);
      refuse(serverErrors(error, form, requestMessage(error, lang)));
    }
  };

  return { submit, paymentFailed };
}
