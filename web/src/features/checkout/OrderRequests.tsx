import { useWords } from "../../context/PageContext.tsx";
import type { CheckoutRules } from "../../core/types.ts";
import { Field } from "../../ui/Field.tsx";
import type { Checkout } from "./useCheckout.ts";

interface OrderRequestsProps {
  rules: CheckoutRules;
  checkout: Checkout;
}

/** The buyer's own order reference and requested delivery day, where the shop asks for them. */
export function OrderRequests({ rules, checkout }: OrderRequestsProps) {
  const words = useWords("checkout");
  const { form, change, errorOf, leave } = checkout;
  const days = rules.delivery_days;
  // A day that is no longer offered stays selected, with its error, until another is chosen.
  const isUnavailable = form.delivery_day !== "" && !days?.some(({ day }) => day === form.delivery_day);
  return (
    <>
      {rules.buyer_reference && (
        <Field
          id="buyer_reference"
          label={words.buyerReference}
          required={false}
          error={errorOf("buyer_reference")}
          hint={words.buyerReferenceHint}
        >
          {(control) => (
            <input
              {...control}
              name="buyer_reference"
              autoComplete="off"
              spellCheck={false}
              value={form.buyer_reference}
              onChange={(event) => change({ buyer_reference: event.currentTarget.value })}
              onBlur={() => leave("buyer_reference")}
            />
          )}
        </Field>
      )}
      {days && (
        <Field
          id="delivery_day"
          label={words.deliveryDay}
          required={false}
          error={errorOf("delivery_day")}
          {...(days.length === 0 && { hint: words.deliveryDayNone })}
        >
          {(control) => (
            <select
              {...control}
              name="delivery_day"
              value={form.delivery_day}
              onChange={(event) => change({ delivery_day: event.currentTarget.value })}
              onBlur={() => leave("delivery_day")}
            >
              <option value="">{words.deliveryDaySoon}</option>
              {isUnavailable && <option value={form.delivery_day}>{form.delivery_day}</option>}
              {days.map(({ day, label }) => (
                <option key={day} value={day}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
}
