import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { paymentRefusal, placeOrder } from "../../api/checkout.ts";
import { placeClassicOrder } from "../../api/classicCheckout.ts";
import { requestMessage } from "../../api/requestMessage.ts";
import { StoreApiError } from "../../api/storeApi.ts";
import { tellPage } from "../../app/cart/cartState.ts";
import { adoptCart } from "../../app/cart/cartStore.ts";
import { dueNow } from "../../app/cart/dueNow.ts";
import { useLang, useWords } from "../../app/PageContext.tsx";
import { core } from "../../core/core.ts";
import type {
  AddressField,
  AddressKind,
  CheckoutForm,
  CheckoutPage,
  CheckoutRules,
  InvoiceForm,
} from "../../core/types.ts";
import { setHiddenFields } from "../payments/hiddenFields.ts";
import { CHECKOUT_ERROR, type PaymentDesk } from "../payments/usePayments.ts";
import { classicErrors } from "./classicErrors.ts";
import { destination, isInvoiceField, withAddressField } from "./formFields.ts";
import { forgetForm } from "./keptForm.ts";
import { ratesOnOffer, selectedRates } from "./rates.ts";
import { type ServerErrors, serverErrors } from "./serverErrors.ts";
import type { useCheckoutCart } from "./useCheckoutCart.ts";
import { useJudged } from "./useJudged.ts";
import { useKeptForm } from "./useKeptForm.ts";
import { useLeaveWarning } from "./useLeaveWarning.ts";

/** An error as it is shown: the field's name and the sentence. */
export interface ShownError {
  field: string;
  text: string;
}

/** The core lists a form's errors in the order of addresses; this page asks for the e-mail address first. */
function inPageOrder(names: string[]): string[] {
  return [
    ...names.filter((name) => name === "billing_email"),
    ...names.filter((name) => name !== "billing_email"),
  ];
}

/** The checkout: what is typed, what is wrong with it, and sending it. All judgement is the core's and the server's. */
export function useCheckout(
  page: CheckoutPage,
  { cart, sent }: ReturnType<typeof useCheckoutCart>,
  desk: PaymentDesk | null,
) {
  const lang = useLang();
  const words = useWords();
  const [typed, setTyped] = useState<CheckoutForm>(page.form);
  const [invoice, setInvoice] = useState<InvoiceForm>(page.invoice);
  const { judged, judge, judgeAll } = useJudged();
  const [refused, setRefused] = useState<ServerErrors>(() =>
    Object.fromEntries(
      page.errors.map((error) => [error.field, core().messageText(error.code, error.params, lang)]),
    ),
  );
  const [weak, setWeak] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  /** Counts refused attempts: each moves the focus to the summary. */
  const [attempts, setAttempts] = useState(page.errors.length > 0 ? 1 : 0);
  const sending = useRef(false);
  const kept = useKeptForm(page, { form: typed, invoice }, (found) => {
    setTyped(found.form);
    setInvoice(found.invoice);
  });
  const leaving = useLeaveWarning(submitting);

  const form = useMemo(() => ({ ...typed, shipping_method: selectedRates(cart) }), [typed, cart]);
  const rules: CheckoutRules = useMemo(
    () => ({
      ...page.rules,
      needs_shipping: cart.needs_shipping,
      needs_payment: cart.needs_payment,
      shipping_rates: ratesOnOffer(cart),
    }),
    [page.rules, cart],
  );

  const errorOf = (name: string): string => {
    const server = refused[name];
    if (server) return server;
    if (!judged.has(name)) return "";
    const [error] = isInvoiceField(name)
      ? core()
          .checkInvoice(invoice, form.billing.country)
          .filter((found) => found.field === name)
      : core().checkCheckoutField(name, form, rules);
    return error ? core().messageText(error.code, error.params, lang) : "";
  };

  const edited = useCallback((name: string) => {
    // A refusal by the server holds until the field is changed.
    setRefused(({ [name]: _gone, ...others }) => others);
  }, []);

  const change = useCallback(
    (part: Partial<CheckoutForm>) => {
      setTyped((before) => ({ ...before, ...part }));
      for (const name of Object.keys(part)) edited(name);
    },
    [edited],
  );

  const changeAddress = useCallback(
    (kind: AddressKind, field: AddressField, value: string) => {
      setTyped((before) => withAddressField(before, kind, field, value));
      edited(`${kind}_${field}`);
    },
    [edited],
  );

  const changeInvoice = useCallback(
    (part: Partial<InvoiceForm>) => {
      setInvoice((before) => ({ ...before, ...part }));
      for (const name of Object.keys(part)) edited(name);
    },
    [edited],
  );

  const [summary, setSummary] = useState<string[]>(() => page.errors.map((error) => error.field));
  const errors: ShownError[] = [...new Set([...summary, ...Object.keys(refused)])]
    .map((field) => ({ field, text: errorOf(field) }))
    .filter((error) => error.text !== "");

  const refuse = (errors: ServerErrors) => {
    judgeAll();
    setRefused(errors);
    setSummary([]);
    setAttempts((count) => count + 1);
    setSubmitting(false);
    sending.current = false;
    desk?.end();
    tellPage(CHECKOUT_ERROR, Object.values(errors).join(" "));
  };

  /** Frees the form after a failed payment: all fields are judged anew, and another try needs no reload. */
  const paymentFailed = (text: string) => {
    setSubmitting(false);
    sending.current = false;
    judgeAll();
    desk?.fail(text);
  };

  // The classic form tells it at the top of the page, with all that it was refused for.
  const classic = page.form_kind === "classic";
  const failed = desk?.failed;
  useEffect(() => {
    if (!classic || !failed) return;
    setRefused({ "": failed.text });
    setSummary([]);
    setAttempts((count) => count + 1);
  }, [classic, failed]);

  /** Goes to another page without being asked whether to: the answer has come. */
  const leaveFor = (go: () => void) => {
    leaving.current = true;
    go();
  };

  /** Goes on to the address of an answer: a page, or a confirmation to be done on this one. */
  const goOn = async (address: string): Promise<void> => {
    const end = (await desk?.follow(address)) ?? { path: address };
    if (end.path === undefined) {
      paymentFailed(end.text);
      return;
    }
    // Stays in its sending state until the next page is there: the order exists now.
    forgetForm();
    leaveFor(() => window.location.assign(end.path));
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

  /** Sends the order; `review` asks for the order's review where the answer demands it. */
  const submit = async (element: HTMLFormElement, review: () => void) => {
    if (sending.current) return;
    setRefused({});
    const found = core().checkCheckoutWithInvoice(form, rules, invoice);
    if (found.length > 0) {
      const names = inPageOrder(found.map((error) => error.field));
      judgeAll();
      judge(...names);
      setSummary(names);
      setAttempts((count) => count + 1);
      const sentences = found.map(({ code, params }) => core().messageText(code, params, lang));
      tellPage(CHECKOUT_ERROR, sentences.join(" "));
      return;
    }
    sending.current = true;
    sent();
    setSubmitting(true);
    let paid: Record<string, string> = {};
    if (desk && cart.needs_payment && desk.typeOf(form.payment_method)) {
      desk.begin();
      const collected = await desk.collect(form.payment_method);
      if (!collected.fields) {
        paymentFailed(collected.text);
        return;
      }
      paid = collected.fields;
    }
    setHiddenFields(element, { ...paid, due_now_cents: String(dueNow(cart)) });
    try {
      if (page.form_kind === "classic") {
        await placeClassic(element, review);
        return;
      }
      const { email: _email, ...shipping } = destination(form);
      const answer = await placeOrder(
        {
          billing_address: form.billing,
          shipping_address: shipping,
          customer_note: form.order_comments,
          payment_method: cart.needs_payment ? form.payment_method : "",
          payment_data: Object.entries(paid).map(([key, value]) => ({ key, value })),
          create_account: form.create_account || rules.account === "required",
          customer_password: form.account_password || undefined,
          extensions: {
            bottega: {
              invoice,
              extra_fields: form.extra,
              age_confirmed: form.age_confirmed,
              terms: form.terms,
              files_consent: form.files_consent,
              due_now_cents: dueNow(cart),
            },
          },
        },
        page.attempt,
      );
      const refusal = paymentRefusal(answer);
      if (refusal !== null) {
        paymentFailed(refusal || core().messageText("payment_failed", {}, lang));
        return;
      }
      const next = answer.payment_result?.redirect_url;
      if (!next) throw new StoreApiError("unknown", "", 0, {});
      await goOn(next);
    } catch (error) {
      if (!(error instanceof StoreApiError)) throw error;
      if (error.cart) adoptCart(error.cart);
      refuse(serverErrors(error, form, requestMessage(error, lang)));
    }
  };

  return {
    cart,
    form,
    invoice,
    rules,
    errors,
    errorOf,
    attempts,
    submitting,
    restored: kept.restored,
    told: kept.told,
    change,
    changeAddress,
    changeInvoice,
    /** The focus left a field, or something else was chosen: from now on it is judged with every letter. */
    leave: judge,
    /** Says whether the new account's password is too weak for the shop to let the order go. */
    blockWeak: setWeak,
    weak: weak && (form.create_account || rules.account === "required"),
    submit,
    paymentFailed,
  };
}

export type Checkout = ReturnType<typeof useCheckout>;
