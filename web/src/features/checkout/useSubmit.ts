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
import { forgetForm } from "./keptForm.ts";
import { type CheckoutEvent, type CheckoutState, underWay } from "./machine.ts";
import { placeBlockOrder, type Wanted } from "./order.ts";
import { type ServerErrors, serverErrors } from "./serverErrors.ts";
import { useLeaveWarning } from "./useLeaveWarning.ts";

interface Sending {
  state: CheckoutState;
  send: (event: CheckoutEvent) => CheckoutState;
  judge: (...names: string[]) => void;
  judgeAll: () => void;
  wanted: Wanted;
  /** Told when the order goes off. */
  sent: () => void;
  payments: Payments | null;
}

/** The core lists a form's errors in the order of addresses; this page asks for the e-mail address first. */
function inPageOrder(names: string[]): string[] {
  return [
    ...names.filter((name) => name === "billing_email"),
    ...names.filter((name) => name !== "billing_email"),
  ];
}

/** Sending the order: the rules look at it, the provider gives its fields, the server answers. */
export function useSubmit(
  page: CheckoutPage,
  { state, send, judge, judgeAll, wanted, sent, payments }: Sending,
) {
  const lang = useLang();
  const words = useWords("checkout");
  const leaving = useLeaveWarning(underWay(state));
  const classic = page.form_kind === "classic";

  const ordered = useRef((_spent: boolean) => {});

  const refuse = (sentences: ServerErrors) => {
    ordered.current(false);
    judgeAll();
    send({ kind: "refused", listed: [], sentences });
    payments?.end();
    dispatchCartEvent(CHECKOUT_ERROR, Object.values(sentences).join(" "));
  };

  /** Frees the form after a failed payment: all fields are judged anew, and another try needs no reload. */
  const paymentFailed = (text: string) => {
    ordered.current(false);
    send({ kind: "payment_failed" });
    judgeAll();
    payments?.fail(text);
  };

  // The classic form tells it at the top of the page, with all that it was refused for.
  const failed = payments?.failed;
  useEffect(() => {
    if (classic && failed) send({ kind: "told", text: failed.text });
  }, [classic, failed, send]);

  /** Goes to another page without being asked whether to: the answer has come. */
  const leaveFor = (go: () => void) => {
    leaving.current = true;
    go();
  };

  /** Goes on to the address of an answer: a page, or a confirmation to be done on this one. */
  const goOn = async (address: string): Promise<void> => {
    const end = (await payments?.follow(address, () => send({ kind: "asked" }))) ?? { path: address };
    if (end.path === undefined) {
      paymentFailed(end.text);
      return;
    }
    send({ kind: "placed" });
    ordered.current(true);
    forgetForm();
    leaveFor(() => window.location.assign(inLanguage(end.path)));
  };

  /** Sends the classic form; `review` asks for the order's review. */
  const placeClassic = async (element: HTMLFormElement, review: () => void): Promise<void> => {
    const next = core().afterPlaceOrder(await placeClassicOrder(element));
    if (next.kind === "reload") leaveFor(() => window.location.reload());
    else if (next.kind === "go") await goOn(next.url);
    else {
      refuse(classicErrors(next.messages, words.checkoutFailed));
      if (next.refresh) review();
    }
  };

  const placeBlock = async (paid: Record<string, string>): Promise<void> => {
    const answer = await placeBlockOrder(page, wanted, paid);
    const refusal = paymentRefusal(answer);
    if (refusal !== null) {
      paymentFailed(refusal || core().messageText("payment_failed", {}, lang));
      return;
    }
    const next = answer.payment_result?.redirect_url;
    if (!next) throw new StoreApiError("unknown", "", 0, {});
    await goOn(next);
  };

  /** Sends the order; `review` asks for the order's review where the answer demands it. */
  const submit = async (element: HTMLFormElement, review: () => void) => {
    const { cart, form, rules, invoice } = wanted;
    if (send({ kind: "submitted" }).progress.step !== "checking") return;
    const found = [...core().checkCheckoutWithInvoice(form, rules, invoice), ...wanted.vatErrors];
    if (found.length > 0) {
      const names = inPageOrder(found.map((error) => error.field));
      judgeAll();
      judge(...names);
      send({ kind: "refused", listed: names, sentences: {} });
      const sentences = found.map(({ code, params }) => core().messageText(code, params, lang));
      dispatchCartEvent(CHECKOUT_ERROR, sentences.join(" "));
      return;
    }
    const payer =
      payments && cart.needs_payment && payments.providerType(form.payment_method) ? payments : null;
    send({ kind: "passed", pays: payer !== null });
    sent();
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
      if (classic) await placeClassic(element, review);
      else await placeBlock(paid);
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
