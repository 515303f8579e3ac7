import type { CheckoutPage, ExtraFieldView } from "../../core/types.ts";
import { Field } from "../../ui/Field.tsx";
import type { Checkout } from "./useCheckout.ts";

interface FurtherFieldsProps {
  page: CheckoutPage;
  checkout: Checkout;
  location: ExtraFieldView["location"];
}

/** The merchant's further fields that stand in a part of the checkout. The rules say what is wrong with them. */
export function FurtherFields({ page, checkout, location }: FurtherFieldsProps) {
  const { form, change, edited, leave, errorOf } = checkout;
  return page.extra_fields
    .filter((field) => field.location === location)
    .map(({ name, label, required }) => (
      <Field key={name} id={name} label={label} required={required} error={errorOf(name)}>
        {(control) => (
          <input
            {...control}
            name={name}
            value={form.extra[name] ?? ""}
            onChange={(event) => {
              change({ extra: { ...form.extra, [name]: event.currentTarget.value } });
              edited(name);
            }}
            onBlur={() => leave(name)}
          />
        )}
      </Field>
    ));
}
