import fieldStyles from "../../../ui/Field.module.css";
import styles from "../../components/details.module.css";
import { Area, Check, Choice, Text } from "../../components/fields.tsx";
import { flatten, moveEntry, replaceAt } from "../../components/nested.ts";
import { RowButtons } from "../../components/RowButtons.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";

export interface ExtraRow {
  name: string;
  label: string;
  label_en: string;
  location: string;
  required: boolean;
  kind: string;
  /** Options of a select, one per line. */
  options: string;
  options_en: string;
}

/** Positions of a field, in the order of the checkout. */
const LOCATIONS = ["contact", "address", "order"];
const KINDS = ["text", "select", "checkbox"];
const NEW: ExtraRow = {
  name: "",
  label: "",
  label_en: "",
  location: "address",
  required: false,
  kind: "text",
  options: "",
  options_en: "",
};

interface Props {
  name: string;
  label: string;
  rows: ExtraRow[];
  error: (name: string) => string | undefined;
  change: (rows: ExtraRow[]) => void;
}

/** Editor for the additional checkout fields, in order. */
export function ExtraFields({ name, label, rows, error, change }: Props) {
  const { t } = useLanguage();
  const form = {
    values: flatten({ [name]: rows }),
    set: (field: string, value: string | boolean) =>
      change(replaceAt(rows, field.split(".").slice(1), value)),
    error,
  };
  const listError = error(name);
  return (
    <fieldset className={styles.step}>
      <legend className={styles.label}>{label}</legend>
      {listError && <p className={fieldStyles.error}>{listError}</p>}
      {rows.map((row, n) => (
        // A new field has no name before it is saved, so its index is the key.
        <div key={row.name || `new-${n}`} className={styles.entry}>
          <div className={styles.grid}>
            <Text form={form} name={`${name}.${n}.label`} label={t("fieldLabel")} />
            <Text form={form} name={`${name}.${n}.label_en`} label={t("fieldLabelEn")} />
            <Choice
              form={form}
              name={`${name}.${n}.location`}
              label={t("fieldLocation")}
              group="fieldLocation"
              options={LOCATIONS}
            />
            <Choice
              form={form}
              name={`${name}.${n}.kind`}
              label={t("fieldKindLabel")}
              group="fieldKind"
              options={KINDS}
            />
            {row.kind === "select" && (
              <>
                <Area
                  form={form}
                  name={`${name}.${n}.options`}
                  label={t("fieldOptions")}
                  rows={4}
                  hint={t("fieldOptionsHint")}
                />
                <Area
                  form={form}
                  name={`${name}.${n}.options_en`}
                  label={t("fieldOptionsEn")}
                  rows={4}
                  hint={t("fieldOptionsEnHint")}
                />
              </>
            )}
            <Check form={form} name={`${name}.${n}.required`} label={t("fieldRequired")} />
          </div>
          <RowButtons
            name={row.label || t("addField")}
            list={name}
            index={n}
            count={rows.length}
            move={(by) => change(moveEntry(rows, n, by))}
            remove={() => change(rows.filter((_, other) => other !== n))}
          />
        </div>
      ))}
      <div>
        <button type="button" className={ui.button} onClick={() => change([...rows, NEW])}>
          {t("addField")}
        </button>
      </div>
    </fieldset>
  );
}
