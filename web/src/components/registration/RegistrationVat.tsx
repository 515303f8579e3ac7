import { useEffect, useState } from "react";
import type { RoleField, VatFieldView } from "../../core/types.ts";
import { useVatField } from "../vat/useVatField.ts";
import { VatField } from "../vat/VatField.tsx";
import type { RegistrationState } from "./useRegistration.ts";

interface RegistrationVatProps {
  /** Id and name of the input. */
  id: string;
  field: RoleField & { value: string };
  registration: RegistrationState;
  error: string;
}

/** VAT number of the registering customer. A new country empties it; without scripts it is checked when the form is submitted. */
export function RegistrationVat({ id, field, registration, error }: RegistrationVatProps) {
  const { view, form, rules, type } = registration;
  const country = rules.country_shown ? form.country : rules.shop_country;
  const [initial] = useState<VatFieldView>(() => ({
    rules: { ...rules.vat, optional: !field.required },
    field: { country, value: field.value, status: "unvalidated" },
    known: "",
    notice: "",
    token: view.vat_token,
  }));
  const vat = useVatField(initial);
  const { send, state } = vat;
  const number = state.field.value;
  useEffect(() => send({ country }), [send, country]);
  useEffect(() => {
    if (number !== field.value) type(field.name, number);
  }, [number, field, type]);
  return <VatField vat={vat} name={id} label={field.label} error={error} plainButton={false} />;
}
