import { useState } from "react";
import { readProducts } from "../api/client.ts";
import type { NamedEntry } from "../api/types.ts";
import { useLanguage } from "../app/language.tsx";
import styles from "./EntryPicker.module.css";
import ui from "./ui.module.css";
import { Field } from "./ui.tsx";

interface PickerProps {
  name: string;
  label: string;
  error: string | undefined;
  chosen: NamedEntry[];
  change: (chosen: NamedEntry[]) => void;
}

/** The chosen entries, each to be taken away. */
function Chosen({ chosen, change }: Pick<PickerProps, "chosen" | "change">) {
  const { t } = useLanguage();
  if (chosen.length === 0) return null;
  return (
    <ul className={styles.chosen}>
      {chosen.map((entry) => (
        <li key={entry.id}>
          {entry.name}
          <button
            type="button"
            aria-label={t("removeEntry", { name: entry.name })}
            onClick={() => change(chosen.filter((one) => one.id !== entry.id))}
          >
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Products and variations, found by name or SKU. */
export function ProductPicker({ name, label, error, chosen, change }: PickerProps) {
  const { t } = useLanguage();
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<NamedEntry[] | null>(null);
  const search = async () => {
    if (!typed.trim()) return setFound(null);
    const list = await readProducts(`/products?search=${encodeURIComponent(typed.trim())}`);
    setFound(
      list.products.flatMap((product) => [
        { id: product.id, name: product.name },
        ...product.variations.map((one) => ({ id: one.id, name: one.name })),
      ]),
    );
  };
  const fresh = found?.filter((entry) => !chosen.some((one) => one.id === entry.id));
  return (
    <div className={styles.picker}>
      <Chosen chosen={chosen} change={change} />
      <Field name={name} label={label} error={error}>
        {(control) => (
          <div className={ui.buttons}>
            <input
              {...control}
              className={`${ui.control} ${ui.searchBox}`}
              type="search"
              placeholder={t("searchProducts")}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                void search();
              }}
            />
            <button type="button" className={ui.button} onClick={() => void search()}>
              {t("search")}
            </button>
          </div>
        )}
      </Field>
      <div role="status">
        {fresh && fresh.length === 0 && <p className={ui.small}>{t("noProducts")}</p>}
        {fresh && fresh.length > 0 && (
          <ul className={styles.found}>
            {fresh.map((entry) => (
              <li key={entry.id}>
                <button type="button" onClick={() => change([...chosen, entry])}>
                  + {entry.name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Categories, from a list. */
export function CategoryPicker({ all, ...picker }: PickerProps & { all: NamedEntry[] }) {
  const { t } = useLanguage();
  const { name, label, error, chosen, change } = picker;
  return (
    <div className={styles.picker}>
      <Chosen chosen={chosen} change={change} />
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
