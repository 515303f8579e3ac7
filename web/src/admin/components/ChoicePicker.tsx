import { Field } from "../../ui/Field.tsx";
import { useLanguage } from "../context/language.tsx";
import picker from "./EntryPicker.module.css";

/** A value with its label. */
export interface Option {
  value: string;
  label: string;
}

interface Props {
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  options: Option[];
  chosen: string[];
  change: (chosen: string[]) => void;
  /** Label of a chosen value that is not among the options; the value itself by default. */
  unknown?: (value: string) => string;
}

/** Selects several values from a list: chosen ones can be removed, others added. */
export function ChoicePicker({ name, label, hint, error, options, chosen, change, unknown }: Props) {
  const { t } = useLanguage();
  const labelOf = (value: string) =>
    options.find((one) => one.value === value)?.label || (unknown?.(value) ?? value);
  return (
    <div className={picker.picker}>
      <Field name={name} label={label} error={error} {...(hint ? { hint } : {})}>
        {(control) => (
          <select {...control} value="" onChange={(event) => change([...chosen, event.target.value])}>
            <option value="">{t("addEntry")}</option>
            {options
              .filter((one) => !chosen.includes(one.value))
              .map((one) => (
                <option key={one.value} value={one.value}>
                  {one.label}
                </option>
              ))}
          </select>
        )}
      </Field>
      {chosen.length > 0 && (
        <ul className={picker.chosen}>
          {chosen.map((value) => (
            <li key={value}>
              {labelOf(value)}
              <button
                type="button"
                aria-label={t("removeEntry", { name: labelOf(value) })}
                onClick={() => change(chosen.filter((one) => one !== value))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
