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
import { isUnderWay, serverSentences } from "./machine.ts";
import { ratesOnOffer, selectedRates } from "./rates.ts";
import type { useCheckoutCart } from "./useCheckoutCart.ts";
import { useCheckoutState } from "./useCheckoutState.ts";
import { VAT_FIELD } from "./useCheckoutVat.ts";
import { useStoredForm } from "./useStoredForm.ts";
import { useSubmit } from "./useSubmit.ts";
import { useTouchedFields } from "./useTouchedFields.ts";

/** The checkout: its values, its errors, and submitting it. All validation is done by the core and the server. */
export function useCheckout(
  page: CheckoutPage,
  { cart, holdCart }: ReturnType<typeof useCheckoutCart>,
  payments: Payments | null,
  vat: Vat,
) {
  const lang = useLang();
  const { state, send } = useCheckoutState(page, lang);
  const { form: typed, invoice, touched } = state;
  const touch = useCallback((...names: string[]) => void send({ kind: "touched", names }), [send]);
  const touchAll = useTouchedFields(touch);
  const storedForm = useStoredForm(page, { form: typed, invoice }, (found) =>
    send({ kind: "restored", ...found }),
  );

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

  const needsVat =
    page.vat !== null &&
    vat.state.visible &&
    (!vat.rules.for_invoice || (invoice.requested && invoice.buyer === "business"));
  const vatErrors = needsVat
    ? core()
        .vatFieldErrors(vat.state.field, vat.rules)
        .map((error) => ({ ...error, field: VAT_FIELD }))
    : [];
  const sentences = serverSentences(state);
  const fieldErrors = (name: string) => {
    if (name === VAT_FIELD) return vatErrors;
    if (!isInvoiceField(name)) return core().checkCheckoutField(name, form, rules);
    return core()
      .checkInvoice(invoice, form.billing.country)
      .filter((found) => found.field === name);
  };
  const errorOf = (name: string): string => {
    const server = sentences[name];
    if (server) return server;
    if (!touched.has(name)) return "";
    const [error] = fieldErrors(name);
    return error ? core().messageText(error.code, error.params, lang) : "";
  };
  const errors: ShownError[] = [...new Set([...state.listed, ...Object.keys(sentences)])]
    .map((field) => ({ field, text: errorOf(field) }))
    .filter((error) => error.text !== "");

  const change = useCallback((part: Partial<CheckoutForm>) => void send({ kind: "changed", part }), [send]);
  const changeAddress = useCallback(
    (kind: AddressKind, field: AddressField, value: string) =>
      void send({ kind: "address_changed", address: kind, field, value }),
    [send],
  );
  const changeInvoice = useCallback(
    (part: Partial<InvoiceForm>) => void send({ kind: "invoice_changed", part }),
    [send],
  );
  const blockWeak = useCallback((weak: boolean) => void send({ kind: "password_rated", weak }), [send]);

  const edited = useCallback((...names: string[]) => void send({ kind: "edited", names }), [send]);
  const vat_number = needsVat ? vat.state.field.value : undefined;

  const order = { cart, form, invoice, rules, vat_number, vatErrors };
  const { submit, paymentFailed } = useSubmit(page, {
    state,
    send,
    touch,
    touchAll,
    order,
    holdCart,
    payments,
  });

  return {
    cart,
    form,
    invoice,
    rules,
    errors,
    errorOf,
    attempts: state.attempts,
    submitting: isUnderWay(state),
    restored: storedForm.restored,
    markSent: storedForm.markSent,
    change,
    changeAddress,
    changeInvoice,
    /** Called when the shopper types in fields that are not part of the form's own data. */
    edited,
    /** Called when a field loses the focus or a choice changes: from then on it is validated on every input. */
    leave: touch,
    /** Sets whether the new account's password is too weak for the shop to accept the order. */
    blockWeak,
    weak: state.weak && (form.create_account || rules.account === "required"),
    submit,
    paymentFailed,
  };
}

export type Checkout = ReturnType<typeof useCheckout>;
