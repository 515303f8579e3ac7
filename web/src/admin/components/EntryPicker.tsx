import { useState } from "react";
import fieldStyles from "../../ui/Field.module.css";
import { Field } from "../../ui/Field.tsx";
import type { NamedEntry } from "../api/types.ts";
import { useLanguage } from "../context/language.tsx";
import styles from "./EntryPicker.module.css";
import ui from "./ui.module.css";
import { useProductSearch } from "./useProductSearch.ts";

/** Returns a placeholder for an entry that was deleted. */
export const unnamed = (id: number): NamedEntry => ({ id, name: "", deleted: true });

interface PickerProps {
  name: string;
  label: string;
  error: string | undefined;
  chosen: NamedEntry[];
  change: (chosen: NamedEntry[]) => void;
}

/** Chosen entries with buttons to remove them. `deletedText` is the text key for entries that were deleted since. */
function Chosen({
  chosen,
  change,
  deletedText,
}: Pick<PickerProps, "chosen" | "change"> & { deletedText: "productDeleted" | "categoryDeleted" }) {
  const { t } = useLanguage();
  if (chosen.length === 0) return null;
  const labelOf = (entry: NamedEntry) => (entry.deleted ? t(deletedText, { id: entry.id }) : entry.name);
  return (
    <ul className={styles.chosen}>
      {chosen.map((entry) => (
        <li key={entry.id} data-deleted={entry.deleted || undefined}>
          {labelOf(entry)}
          <button
            type="button"
            aria-label={t("removeEntry", { name: labelOf(entry) })}
            onClick={() => change(chosen.filter((one) => one.id !== entry.id))}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Picker for products and variations with search by name or SKU. `most` is the maximum number of choices; null for any number. */
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
  const { entries, status, more } = useProductSearch(typed, chosen.length, most);
  const available = entries.filter((entry) => !chosen.some((one) => one.id === entry.id));
  return (
    <div className={styles.picker}>
      <Chosen chosen={chosen} change={change} deletedText="productDeleted" />
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
            // Enter in the search must not submit the surrounding form.
            onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
          />
        )}
      </Field>
      {available.length > 0 && (
        <ul className={styles.found}>
          {available.map((entry) => (
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
        {status}
      </p>
    </div>
  );
}

/** Picker for categories. */
export function CategoryPicker({ all, ...picker }: PickerProps & { all: NamedEntry[] }) {
  const { t } = useLanguage();
  const { name, label, error, chosen, change } = picker;
  return (
    <div className={styles.picker}>
      <Chosen chosen={chosen} change={change} deletedText="categoryDeleted" />
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
