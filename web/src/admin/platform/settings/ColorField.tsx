import { Field } from "../../../ui/Field.tsx";
import type { Form } from "../../components/fields.tsx";
import { useLanguage } from "../../context/language.tsx";
import styles from "./theme.module.css";

interface ColorFieldProps {
  form: Form;
  name: string;
  label: string;
  /** Colour in the picker: the last valid one. */
  picked: string;
}

/** Field for a colour, typed or picked. */
export function ColorField({ form, name, label, picked }: ColorFieldProps) {
  const { t } = useLanguage();
  return (
    <Field name={name} label={label} error={form.error(name)}>
      {(control) => (
        <span className={styles.color}>
          <input
            type="color"
            aria-label={t("pickColor", { name: label })}
            value={picked.toLowerCase()}
            onChange={(event) => form.set(name, event.target.value)}
          />
          <input
            {...control}
            type="text"
            autoComplete="off"
            spellCheck={false}
            value={String(form.values[name] ?? "")}
            onChange={(event) => form.set(name, event.target.value)}
          />
        </span>
      )}
    </Field>
  );
}
