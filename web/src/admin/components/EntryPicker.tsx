import { useState } from "react";
import fieldStyles from "../../ui/Field.module.css";
import { Field } from "../../ui/Field.tsx";
import type { NamedEntry } from "../api/types.ts";
import { useLanguage } from "../context/language.tsx";
import styles from "./EntryPicker.module.css";
import ui from "./ui.module.css";
import { useFoundProducts } from "./useFoundProducts.ts";

/** An entry whose name nobody knows: it was deleted. */
export const unnamed = (id: number): NamedEntry => ({ id, name: "", gone: true });

interface PickerProps {
  name: string;
  label: string;
  error: string | undefined;
  chosen: NamedEntry[];
  change: (chosen: NamedEntry[]) => void;
}

/** The chosen entries, each to be taken away. `gone`: words for one that was deleted since. */
function Chosen({
  chosen,
  change,
  gone,
}: Pick<PickerProps, "chosen" | "change"> & { gone: "productDeleted" | "categoryDeleted" }) {
  const { t } = useLanguage();
  if (chosen.length === 0) return null;
  const words = (entry: NamedEntry) => (entry.gone ? t(gone, { id: entry.id }) : entry.name);
  return (
    <ul className={styles.chosen}>
      {chosen.map((entry) => (
        <li key={entry.id} data-gone={entry.gone || undefined}>
          {words(entry)}
          <button
            type="button"
            aria-label={t("removeEntry", { name: words(entry) })}
            onClick={() => change(chosen.filter((one) => one.id !== entry.id))}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Products and variations, found by name or SKU while it is typed. `most`: how many may be chosen; null: any number. */
export function ProductPicker({
  name,
  label,
  error,
  chosen,
  change,
  most = null,
}: PickerProps & { most?: number | null }) {
  const { t } = useLanguage();
  const [typed, setTyped] = useState("");
  const { entries, said, more } = useFoundProducts(typed, chosen.length, most);
  const fresh = entries.filter((entry) => !chosen.some((one) => one.id === entry.id));
  return (
    <div className={styles.picker}>
      <Chosen chosen={chosen} change={change} gone="productDeleted" />
      <Field name={name} label={label} error={error}>
        {(control) => (
          <input
            {...control}
            className={`${fieldStyles.control} ${ui.searchBox}`}
            type="search"
            autoComplete="off"
            placeholder={t("searchProducts")}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            // The form around it is not sent by looking something up.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        )}
      </Field>
      {fresh.length > 0 && (
        <ul className={styles.found}>
          {fresh.map((entry) => (
            <li key={entry.id}>
              <button type="button" onClick={() => change([...chosen, entry])}>
                + {entry.name}
              </button>
            </li>
          ))}
          {more && (
            <li>
              <button type="button" className={styles.more} onClick={more}>
                {t("showMore")}
              </button>
            </li>
          )}
        </ul>
      )}
      <p role="status" className={ui.small}>
        {said}
      </p>
    </div>
  );
}

/** Categories, from a list. */
export function CategoryPicker({ all, ...picker }: PickerProps & { all: NamedEntry[] }) {
  const { t } = useLanguage();
  const { name, label, error, chosen, change } = picker;
  return (
    <div className={styles.picker}>
      <Chosen chosen={chosen} change={change} gone="categoryDeleted" />
      <Field name={name} label={label} error={error}>
        {(control) => (
          <select
            {...control}
            value=""
            onChange={(event) => {
              const entry = all.find((one) => String(one.id) === event.target.value);
              if (entry) change([...chosen, entry]);
            }}
          >
            <option value="">{t("addEntry")}</option>
            {all
              .filter((one) => !chosen.some((entry) => entry.id === one.id))
              .map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name}
                </option>
              ))}
          </select>
        )}
      </Field>
    </div>
  );
}
