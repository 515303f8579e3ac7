import { useState } from "react";
import { Field } from "../../../ui/Field.tsx";
import type { NamedEntry, SettingField } from "../../api/types.ts";
import { ChoicePicker } from "../../components/ChoicePicker.tsx";
import styles from "../../components/details.module.css";
import { ProductPicker, unnamed } from "../../components/EntryPicker.tsx";
import ui from "../../components/ui.module.css";
import { ExtraFields, type ExtraRow } from "./ExtraFields.tsx";

type Value = SettingField["value"];

interface Props {
  field: SettingField;
  value: Value;
  error: (name: string) => string | undefined;
  change: (value: Value) => void;
}

/** Control for a setting of any kind. */
export function SettingControl({ field, value, error, change }: Props) {
  const { name, label, hint, kind, options } = field;
  const words = { name, label, error: error(name), ...(hint ? { hint } : {}) };
  const text = typeof value === "string" ? value : "";
  if (kind === "flag") {
    return (
      <div className={styles.wide}>
        <label className={ui.check}>
          <input
            type="checkbox"
            name={name}
            checked={value === true}
            aria-describedby={hint ? `${name}-hint` : undefined}
            onChange={(event) => change(event.target.checked)}
          />
          {label}
        </label>
        {hint && (
          <p id={`${name}-hint`} className={ui.small}>
            {hint}
          </p>
        )}
      </div>
    );
  }
  if (kind === "countries") {
    const chosen = Array.isArray(value) ? (value as string[]) : [];
    return (
      <div className={styles.wide}>
        <ChoicePicker {...words} options={options} chosen={chosen} change={change} />
      </div>
    );
  }
  if (kind === "extra_fields") {
    const rows = Array.isArray(value) ? (value as ExtraRow[]) : [];
    return (
      <div className={styles.wide}>
        <ExtraFields name={name} label={label} rows={rows} error={error} change={change} />
      </div>
    );
  }
  if (kind === "product") {
    return (
      <div className={styles.wide}>
        <OneProduct {...words} known={options} value={text} change={change} />
      </div>
    );
  }
  return (
    <div className={kind === "lines" ? styles.wide : ""}>
      <Field {...words}>
        {(control) => {
          if (kind === "choice") {
            return (
              <select {...control} value={text} onChange={(event) => change(event.target.value)}>
                {options.map((one) => (
                  <option key={one.value} value={one.value}>
                    {one.label}
                  </option>
                ))}
              </select>
            );
          }
          if (kind === "lines") {
            return (
              <textarea {...control} rows={3} value={text} onChange={(event) => change(event.target.value)} />
            );
          }
          return (
            <input
              {...control}
              type={kind === "email" ? "email" : "text"}
              inputMode={kind === "number" ? "numeric" : kind === "money" ? "decimal" : undefined}
              autoComplete="off"
              value={text}
              onChange={(event) => change(event.target.value)}
            />
          );
        }}
      </Field>
    </div>
  );
}

interface OneProductProps {
  name: string;
  label: string;
  error?: string | undefined;
  known: { value: string; label: string }[];
  value: string;
  change: (value: string) => void;
}

/** Picker for a single, optional product. */
function OneProduct({ known, value, change, ...words }: OneProductProps) {
  const [named, setNamed] = useState<NamedEntry[]>(() => [
    ...known.map((one) => ({ id: Number(one.value), name: one.label })),
    ...(value && known.length === 0 ? [unnamed(Number(value))] : []),
  ]);
  const chosen = named.filter((one) => String(one.id) === value);
  return (
    <ProductPicker
      {...words}
      error={words.error}
      chosen={chosen}
      most={1}
      change={(entries) => {
        const last = entries.at(-1);
        setNamed(last ? [last] : []);
        change(last ? String(last.id) : "");
      }}
    />
  );
}
