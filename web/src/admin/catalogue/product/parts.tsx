// What the purchase fields have beside the controls of `fields.tsx`.

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

/** Yes or no, for what is no field by itself. */
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
  /** Name of the list. */
  name: string;
  list: T[];
  title: (entry: T, at: number) => string;
  /** Takes an entry away; it goes from the list unless said. */
  without?: (rest: T[]) => void;
  children: (entry: T, name: string) => ReactNode;
}

/** The entries of a list, each with the button that takes it away. */
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

/** Words in both languages. */
export function Labels({ form, name }: { form: Form; name: string }) {
  const { t } = useLanguage();
  return (
    <>
      <Text form={form} name={`${name}.label`} label={t("label")} />
      <Text form={form} name={`${name}.label_en`} label={t("labelEn")} />
    </>
  );
}

/** A refusal that concerns a whole list. */
export function ListRefusal({ form, name }: { form: Form; name: string }) {
  const error = form.error(name);
  return error ? (
    <p className={fieldStyles.error} role="alert">
      {error}
    </p>
  ) : null;
}
