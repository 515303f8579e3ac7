// Controls of the purchase fields that `fields.tsx` does not have.

import type { ReactNode } from "react";
import fieldStyles from "../../../ui/Field.module.css";
import styles from "../../components/details.module.css";
import { type Form, Text } from "../../components/fields.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import type { Purchase } from "./purchase.ts";

interface TickedProps {
  label: string;
  value: boolean;
  onChange: (value: boolean) => void;
}

/** Checkbox for a value that is not a field of its own. */
export function Ticked({ label, value, onChange }: TickedProps) {
  return (
    <label className={ui.check}>
      <input type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

interface EntriesProps<T> {
  form: Purchase;
  /** Field name of the list. */
  name: string;
  list: T[];
  title: (entry: T, at: number) => string;
  /** Handles a removal; by default the entry is removed from the list. */
  without?: (rest: T[]) => void;
  children: (entry: T, name: string) => ReactNode;
}

/** List entries, each with a button that removes it. */
export function Entries<T>({ form, name, list, title, without, children }: EntriesProps<T>) {
  const { t } = useLanguage();
  const leave = without ?? ((rest: T[]) => form.set(name, rest));
  return list.map((entry, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity until they are saved
    <fieldset key={at} className={styles.step}>
      <legend>{title(entry, at)}</legend>
      {children(entry, `${name}.${at}`)}
      <button
        type="button"
        className={ui.button}
        onClick={() => leave(list.filter((_, n) => n !== at))}
        aria-label={t("removeEntry", { name: title(entry, at) })}
      >
        {t("removeThis")}
      </button>
    </fieldset>
  ));
}

/** Label fields in both languages. */
export function Labels({ form, name }: { form: Form; name: string }) {
  const { t } = useLanguage();
  return (
    <>
      <Text form={form} name={`${name}.label`} label={t("label")} />
      <Text form={form} name={`${name}.label_en`} label={t("labelEn")} />
    </>
  );
}

/** Error that concerns a whole list. */
export function ListError({ form, name }: { form: Form; name: string }) {
  const error = form.error(name);
  return error ? (
    <p className={fieldStyles.error} role="alert">
      {error}
    </p>
  ) : null;
}
