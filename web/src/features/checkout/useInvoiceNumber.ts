import { useEffect, useRef } from "react";
import type { Vat } from "../../components/vat/useVatField.ts";
import type { Checkout } from "./useCheckout.ts";

/**
 * Synchronises the invoice's VAT number with the VAT field while that field replaces the invoice's own. `vat` is `null` while the
 * invoice has a plain field. What was typed in the plain field is carried over to the VAT field; from then on the invoice
 * follows.
 */
export function useInvoiceNumber(
  vat: Vat | null,
  { invoice, changeInvoice }: Pick<Checkout, "invoice" | "changeInvoice">,
): void {
  const invoiced = useRef(invoice.vat_number);
  invoiced.current = invoice.vat_number;
  const isFollowing = useRef(false);
  const number = vat?.state.field.value;
  const send = vat?.send;
  useEffect(() => {
    const starts = number !== undefined && !isFollowing.current;
    isFollowing.current = number !== undefined;
    if (number === undefined || number === invoiced.current) return;
    if (starts && number === "") send?.({ type: invoiced.current });
    else changeInvoice({ vat_number: number });
  }, [number, send, changeInvoice]);
}
