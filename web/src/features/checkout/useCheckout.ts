import { useCallback, useMemo } from "react";
import type { ShownError } from "../../components/forms/ErrorSummary.tsx";
import type { Vat } from "../../components/vat/useVatField.ts";
import { useLang } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type {
  AddressField,
  AddressKind,
  CheckoutForm,
  CheckoutPage,
  CheckoutRules,
  InvoiceForm,
} from "../../core/types.ts";
import type { Payments } from "../../payments/usePayments.ts";
import { isInvoiceField } from "./formFields.ts";
import { sentencesOf, underWay } from "./machine.ts";
import { ratesOnOffer, selectedRates } from "./rates.ts";
import type { useCheckoutCart } from "./useCheckoutCart.ts";
import { useCheckoutState } from "./useCheckoutState.ts";
import { VAT_FIELD } from "./useCheckoutVat.ts";
import { useJudging } from "./useJudging.ts";
import { useKeptForm } from "./useKeptForm.ts";
import { useSubmit } from "./useSubmit.ts";

/** The checkout: what is typed, what is wrong with it, and sending it. All judgement is the core's and the server's. */
export function useCheckout(
  page: CheckoutPage,
  { cart, sent }: ReturnType<typeof useCheckoutCart>,
  payments: Payments | null,
  vat: Vat,
) {
  const lang = useLang();
  const { state, send } = useCheckoutState(page, lang);
  const { form: typed, invoice, judged } = state;
  const judge = useCallback((...names: string[]) => void send({ kind: "judged", names }), [send]);
  const judgeAll = useJudging(judge);
  const kept = useKeptForm(page, { form: typed, invoice }, (found) => send({ kind: "restored", ...found }));

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

  const asksVat =
    page.vat !== null &&
    vat.state.visible &&
    (!vat.rules.for_invoice || (invoice.requested && invoice.buyer === "business"));
  const vatErrors = asksVat
    ? core()
        .vatFieldErrors(vat.state.field, vat.rules)
        .map((error) => ({ ...error, field: VAT_FIELD }))
    : [];
  const sentences = sentencesOf(state);
  const errorsOf = (name: string) => {
    if (name === VAT_FIELD) return vatErrors;
    if (!isInvoiceField(name)) return core().checkCheckoutField(name, form, rules);
    return core()
      .checkInvoice(invoice, form.billing.country)
      .filter((found) => found.field === name);
  };
  const errorOf = (name: string): string => {
    const server = sentences[name];
    if (server) return server;
    if (!judged.has(name)) return "";
    const [error] = errorsOf(name);
    return error ? core().messageText(error.code, error.params, lang) : "";
  };
  const errors: ShownError[] = [...new Set([...state.listed, ...Object.keys(sentences)])]
    .map((field) => ({ field, text: errorOf(field) }))
    .filter((error) => error.text !== "");

  const change = useCallback((part: Partial<CheckoutForm>) => void send({ kind: "changed", part }), [send]);
  const changeAddress = useCallback(
    (of: AddressKind, field: AddressField, value: string) =>
      void send({ kind: "address_changed", of, field, value }),
    [send],
  );
  const changeInvoice = useCallback(
    (part: Partial<InvoiceForm>) => void send({ kind: "invoice_changed", part }),
    [send],
  );
  const blockWeak = useCallback((weak: boolean) => void send({ kind: "weighed", weak }), [send]);

  const edited = useCallback((...names: string[]) => void send({ kind: "edited", names }), [send]);
  const vat_number = asksVat ? vat.state.field.value : undefined;

  const wanted = { cart, form, invoice, rules, vat_number, vatErrors };
  const { submit, paymentFailed } = useSubmit(page, { state, send, judge, judgeAll, wanted, sent, payments });

  return {
    cart,
    form,
    invoice,
    rules,
    errors,
    errorOf,
    attempts: state.attempts,
    submitting: underWay(state),
    restored: kept.restored,
    told: kept.told,
    change,
    changeAddress,
    changeInvoice,
    /** Something was typed in these fields, which are no part of the form's own data. */
    edited,
    /** The focus left a field, or something else was chosen: from now on it is judged with every letter. */
    leave: judge,
    /** Says whether the new account's password is too weak for the shop to let the order go. */
    blockWeak,
    weak: state.weak && (form.create_account || rules.account === "required"),
    submit,
    paymentFailed,
  };
}

export type Checkout = ReturnType<typeof useCheckout>;
