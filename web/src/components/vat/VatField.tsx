import { useLang } from "../../context/PageContext.tsx";
import { useHydrated } from "../../context/useHydrated.ts";
import { core } from "../../core/core.ts";
import button from "../../ui/button.module.css";
import { Field } from "../../ui/Field.tsx";
import { type Vat, vatNumberError } from "./useVatField.ts";
import styles from "./VatField.module.css";

interface VatFieldProps {
  vat: Vat;
  /** Name and id of the input. */
  name: string;
  label: string;
  hint?: string;
  /** Error of the surrounding form about this field. */
  error?: string;
  /** Called when the shopper types. */
  onTyped?: () => void;
  /** Renders the button without scripts too; it submits the form as `validate_vat`. */
  plainButton?: boolean;
}

/** VAT number field with a button that validates the number. */
export function VatField({
  vat,
  name,
  label,
  hint = "",
  error = "",
  onTyped,
  plainButton = true,
}: VatFieldProps) {
  const lang = useLang();
  const hydrated = useHydrated();
  const { state, send } = vat;
  if (!state.visible) return null;
  const numberError = vatNumberError(state);
  const message =
    error || (numberError ? core().messageText(numberError.code, numberError.params, lang) : "");
  return (
    <div className={styles.vat} data-status={state.field.status}>
      <Field id={name} label={label} required={state.required} error={message} hint={hint}>
        {(control) => (
          <div className={styles.row}>
            <input
              {...control}
              name={name}
              value={state.field.value}
              readOnly={state.read_only}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={100}
              onChange={(event) => {
                send({ type: event.currentTarget.value });
                onTyped?.();
              }}
            />
            {(hydrated || plainButton) && (
              <button
                // After hydration, Enter in another field of the form must not trigger this button.
                type={hydrated ? "button" : "submit"}
                name="validate_vat"
                value="1"
                className={`${button.button} ${button.quiet}`}
                disabled={!state.button_enabled}
                onClick={() => {
                  if (hydrated) send("validate");
                }}
              >
                {core().messageText(state.button_label, {}, lang)}
              </button>
            )}
          </div>
        )}
      </Field>
      <p role="status" className={styles.notice}>
        {state.notice ? core().messageText(state.notice, {}, lang) : ""}
      </p>
    </div>
  );
}
