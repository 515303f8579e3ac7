import { useEffect, useRef } from "react";
import type { Vat } from "../../components/vat/useVatField.ts";
import type { CheckoutForm } from "../../core/types.ts";
import { destination } from "./formFields.ts";

/** Name of the VAT number field. */
export const VAT_FIELD = "billing_vat_number";

/** Passes the chosen countries to the VAT number field, and refreshes the totals when it requires that. */
export function useCheckoutVat(vat: Vat, form: CheckoutForm, recalculate: () => void): void {
  const { send } = vat;
  vat.recalculate.current = recalculate;
  const billing = form.billing.country;
  const delivery = destination(form).country;
  const passed = useRef({ billing, delivery });
  useEffect(() => {
    const before = passed.current;
    passed.current = { billing, delivery };
    if (before.billing !== billing) send({ country: billing });
    if (before.delivery !== delivery) send({ delivery_country: delivery });
  }, [billing, delivery, send]);
}
