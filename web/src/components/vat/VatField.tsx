import { useLang } from "../../context/PageContext.tsx";
import { useHydrated } from "../../context/useHydrated.ts";
import { core } from "../../core/core.ts";
import { Field } from "../../ui/Field.tsx";
import button from "../button.module.css";
import { type Vat, wrongVat } from "./useVatField.ts";
import styles from "./VatField.module.css";

interface VatFieldProps {
  vat: Vat;
  /** Name and id of the input. */
  name: string;
  label: string;
  hint?: string;
  /** Refusal of the form that it is part of. */
  error?: string;
  /** Told when something is typed. */
  onTyped?: () => void;
  /** Whether there is a button without scripts: its form is sent as `validate_vat`. */
  plainButton?: boolean;
}

/** A VAT number with the button that has it validated. */
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
  const wrong = wrongVat(state);
  const refusal = error || (wrong ? core().messageText(wrong.code, wrong.params, lang) : "");
  return (
    <div className={styles.vat} data-status={state.field.status}>
      <Field id={name} label={label} required={state.required} error={refusal} hint={hint}>
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
                // Once scripts answer, Enter in another field of the form must not press this button.
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
      <p role="status" className={styles.told}>
        {state.told ? core().messageText(state.told, {}, lang) : ""}
      </p>
    </div>
  );
}
