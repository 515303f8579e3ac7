import styles from "../components/details.module.css";
import type { Form } from "../components/fields.tsx";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";
import { Entry, ListRefusal, Picked, Ticked, Typed } from "./parts.tsx";
import {
  type AddOnForm,
  changed,
  NEW_ADD_ON,
  NEW_OPTION,
  type OptionForm,
  purchaseOf,
  without,
} from "./purchase.ts";

const KINDS = ["check", "choice", "text"];
const PRICES = ["none", "flat", "per_piece", "percent"];

/** What can be chosen beside the product. */
export function AddOnFields({ form }: { form: Form }) {
  const { t } = useLanguage();
  const { value, change } = purchaseOf(form);
  const addOns = value.add_ons;
  const set = (at: number, part: Partial<AddOnForm>) => change({ add_ons: changed(addOns, at, part) });
  return (
    <section className={ui.card} aria-labelledby="add-ons">
      <h2 id="add-ons">{t("addOns")}</h2>
      <p className={ui.small}>{t("addOnsHint")}</p>
      <ListRefusal form={form} name="add_ons" />
      {addOns.map((addOn, at) => (
        <Entry
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity until they are saved
          key={at}
          title={addOn.label || t("newEntry")}
          remove={() => change({ add_ons: without(addOns, at) })}
        >
          <AddOn
            form={form}
            name={`add_ons.${at}`}
            addOn={addOn}
            others={addOns}
            set={(part) => set(at, part)}
          />
        </Entry>
      ))}
      <button
        type="button"
        className={ui.button}
        onClick={() => change({ add_ons: [...addOns, NEW_ADD_ON] })}
      >
        {t("addAddOn")}
      </button>
    </section>
  );
}

interface AddOnProps {
  form: Form;
  name: string;
  addOn: AddOnForm;
  others: AddOnForm[];
  set: (part: Partial<AddOnForm>) => void;
}

function AddOn({ form, name, addOn, others, set }: AddOnProps) {
  const { t } = useLanguage();
  const known = others.filter((other) => other.key !== "" && other.key !== addOn.key);
  const options = (at: number, part: Partial<OptionForm>) =>
    set({ options: changed(addOn.options, at, part) });
  return (
    <>
      <div className={styles.grid}>
        <Picked
          form={form}
          name={`${name}.kind`}
          label={t("addOnKind")}
          group="addOnKind"
          options={KINDS}
          value={addOn.kind}
          onChange={(kind) =>
            set({
              kind,
              options: kind === "choice" && addOn.options.length === 0 ? [NEW_OPTION] : addOn.options,
            })
          }
        />
        <Labels form={form} name={name} entry={addOn} set={set} />
        {addOn.kind !== "choice" && <Price form={form} name={name} entry={addOn} set={set} />}
        {addOn.kind === "text" && (
          <Typed
            form={form}
            name={`${name}.max_chars`}
            label={t("maxChars")}
            value={addOn.max_chars}
            inputMode="numeric"
            onChange={(max_chars) => set({ max_chars })}
          />
        )}
      </div>
      {addOn.kind === "choice" && (
        <>
          <ListRefusal form={form} name={`${name}.options`} />
          {addOn.options.map((option, at) => (
            <Entry
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity until they are saved
              key={at}
              title={option.label || t("newEntry")}
              remove={() => set({ options: without(addOn.options, at) })}
            >
              <div className={styles.grid}>
                <Labels
                  form={form}
                  name={`${name}.options.${at}`}
                  entry={option}
                  set={(part) => options(at, part)}
                />
                <Price
                  form={form}
                  name={`${name}.options.${at}`}
                  entry={option}
                  set={(part) => options(at, part)}
                />
              </div>
            </Entry>
          ))}
          <p>
            <button
              type="button"
              className={ui.button}
              onClick={() => set({ options: [...addOn.options, NEW_OPTION] })}
            >
              {t("addOption")}
            </button>
          </p>
        </>
      )}
      <Ticked label={t("addOnRequired")} value={addOn.required} onChange={(required) => set({ required })} />
      {(["needs", "excludes"] as const).map((list) => (
        <div key={list}>
          <ListRefusal form={form} name={`${name}.${list}`} />
          {known.length > 0 && (
            <details className={styles.more}>
              <summary>{t(list === "needs" ? "addOnNeeds" : "addOnExcludes")}</summary>
              {known.map((other) => (
                <Ticked
                  key={other.key}
                  label={other.label}
                  value={addOn[list].includes(other.key)}
                  onChange={(on) =>
                    set({
                      [list]: on
                        ? [...addOn[list], other.key]
                        : addOn[list].filter((key) => key !== other.key),
                    })
                  }
                />
              ))}
            </details>
          )}
        </div>
      ))}
    </>
  );
}

interface LabelsProps<T> {
  form: Form;
  name: string;
  entry: T;
  set: (part: Partial<T>) => void;
}

/** Words in both languages. */
export function Labels<T extends { label: string; label_en: string }>({
  form,
  name,
  entry,
  set,
}: LabelsProps<T>) {
  const { t } = useLanguage();
  return (
    <>
      <Typed
        form={form}
        name={`${name}.label`}
        label={t("label")}
        value={entry.label}
        onChange={(label) => set({ label } as Partial<T>)}
      />
      <Typed
        form={form}
        name={`${name}.label_en`}
        label={t("labelEn")}
        value={entry.label_en}
        onChange={(label_en) => set({ label_en } as Partial<T>)}
      />
    </>
  );
}

function Price<T extends { price_kind: string; price: string }>({ form, name, entry, set }: LabelsProps<T>) {
  const { t } = useLanguage();
  return (
    <>
      <Picked
        form={form}
        name={`${name}.price_kind`}
        label={t("addOnPrice")}
        group="addOnPrice"
        options={PRICES}
        value={entry.price_kind}
        onChange={(price_kind) => set({ price_kind } as Partial<T>)}
      />
      {entry.price_kind !== "none" && (
        <Typed
          form={form}
          name={`${name}.price`}
          label={t(entry.price_kind === "percent" ? "percentAmount" : "amountEuros")}
          value={entry.price}
          inputMode="decimal"
          onChange={(price) => set({ price } as Partial<T>)}
        />
      )}
    </>
  );
}
