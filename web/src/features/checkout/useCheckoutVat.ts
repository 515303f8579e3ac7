import { useEffect, useRef } from "react";
import type { Vat } from "../../components/vat/useVatField.ts";
import type { CheckoutForm } from "../../core/types.ts";
import { destination } from "./formFields.ts";

/** Name of the field. */
export const VAT_FIELD = "billing_vat_number";

/** Tells the VAT number field of the countries that are chosen, and asks for new sums when it says so. */
export function useCheckoutVat(vat: Vat, form: CheckoutForm, recalculate: () => void): void {
  const { send } = vat;
  vat.recalculate.current = recalculate;
  const billing = form.billing.country;
  const delivery = destination(form).country;
  const told = useRef({ billing, delivery });
  useEffect(() => {
    const before = told.current;
    told.current = { billing, delivery };
    if (before.billing !== billing) send({ country: billing });
    if (before.delivery !== delivery) send({ delivery_country: delivery });
  }, [billing, delivery, send]);
}
