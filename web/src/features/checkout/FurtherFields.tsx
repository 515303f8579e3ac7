import forms from "../../components/form.module.css";
import { useWords } from "../../context/PageContext.tsx";
import type { CheckoutPage, ExtraFieldView } from "../../core/types.ts";
import { Field } from "../../ui/Field.tsx";
import type { Checkout } from "./useCheckout.ts";

interface FurtherFieldsProps {
  page: CheckoutPage;
  checkout: Checkout;
  location: ExtraFieldView["location"];
}

interface OneProps {
  field: ExtraFieldView;
  value: string;
  error: string;
  /** Called when the value changes. */
  put: (value: string) => void;
  /** Called when the field loses the focus. */
  leave: () => void;
}

/** The merchant's custom fields in one section of the checkout. The rules validate them. */
export function FurtherFields({ page, checkout, location }: FurtherFieldsProps) {
  const { form, change, edited, leave, errorOf } = checkout;
  return page.extra_fields
    .filter((field) => field.location === location)
    .map((field) => {
      const { name, kind } = field;
      const props: OneProps = {
        field,
        value: form.extra[name] ?? "",
        error: errorOf(name),
        put: (value) => {
          change({ extra: { ...form.extra, [name]: value } });
          edited(name);
        },
        leave: () => leave(name),
      };
      return kind === "checkbox" ? <Box key={name} {...props} /> : <Line key={name} {...props} />;
    });
}

/** A text input or a select. */
function Line({ field, value, error, put, leave }: OneProps) {
  const { name, label, required, kind, options, option_labels } = field;
  const { selectOption } = useWords();
  return (
    <Field id={name} label={label} required={required} error={error}>
      {(control) =>
        kind === "select" ? (
          <select
            {...control}
            name={name}
            value={value}
            onChange={(event) => put(event.currentTarget.value)}
            onBlur={leave}
          >
            <option value="">{selectOption}</option>
            {options.map((option, at) => (
              <option key={option} value={option}>
                {option_labels[at] ?? option}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...control}
            name={name}
            value={value}
            onChange={(event) => put(event.currentTarget.value)}
            onBlur={leave}
          />
        )
      }
    </Field>
  );
}

/** A checkbox. */
function Box({ field, value, error, put, leave }: OneProps) {
  const { name, label, required } = field;
  return (
    <>
      <label className={forms.check} data-invalid={error ? "" : undefined}>
        <input
          type="checkbox"
          id={name}
          name={name}
          value="1"
          checked={value === "1"}
          onChange={(event) => put(event.currentTarget.checked ? "1" : "")}
          onBlur={leave}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${name}-errore`}
        />
        <span>{label}</span>
      </label>
      <p id={`${name}-errore`} className={forms.error}>
        {error}
      </p>
    </>
  );
}
