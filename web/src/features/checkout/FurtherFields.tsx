import type { CheckoutPage, ExtraFieldView } from "../../core/types.ts";
import { Field } from "../../ui/Field.tsx";
import type { Checkout } from "./useCheckout.ts";

interface FurtherFieldsProps {
  page: CheckoutPage;
  checkout: Checkout;
  location: ExtraFieldView["location"];
}

/** The merchant's further fields that stand in a part of the checkout. */
export function FurtherFields({ page, checkout, location }: FurtherFieldsProps) {
  const { form, change, errorOf } = checkout;
  return page.extra_fields
    .filter((field) => field.location === location)
    .map(({ name, label }) => (
      <Field key={name} id={name} label={label} required={false} error={errorOf(name)}>
        {(control) => (
          <input
            {...control}
            name={name}
            value={form.extra[name] ?? ""}
            onChange={(event) => change({ extra: { ...form.extra, [name]: event.currentTarget.value } })}
          />
        )}
      </Field>
    ));
}
