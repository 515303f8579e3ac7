import type { VariationDetail } from "../../api/types.ts";
import { ChoicePicker } from "../../components/ChoicePicker.tsx";
import styles from "../../components/details.module.css";
import { Check, Text } from "../../components/fields.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import { namesOf } from "../../words/texts.ts";
import { FOOD_TEXTS } from "./options.ts";
import { variationPrefix } from "./productForm.ts";
import { TextFields } from "./TextFields.tsx";
import type { ProductForm } from "./useProductForm.ts";

const NUTRITION = [
  "energy_kj",
  "energy_kcal",
  "fat",
  "saturates",
  "carbohydrate",
  "sugars",
  "fibre",
  "protein",
  "salt",
];

/** Food information that the law requires. */
export function FoodPart({ form }: { form: ProductForm }) {
  const { t, named } = useLanguage();
  return (
    <details className={`${ui.card} ${styles.more}`}>
      <summary>{t("productFood")}</summary>
      <div className={styles.stack}>
        <TextFields form={form} names={FOOD_TEXTS} />
        <Check form={form} name="details.assortment" label={t("assortment")} />
        <div className={styles.pickers}>
          <Allergens form={form} field="texts.allergens" label={t("allergens")} />
          <Allergens form={form} field="texts.may_contain" label={t("mayContain")} />
        </div>
        <fieldset className={styles.step}>
          <legend>{t("nutritionPer100")}</legend>
          <p className={ui.small}>{t("nutritionHint")}</p>
          <div className={styles.grid}>
            {NUTRITION.map((name) => (
              <Text
                key={name}
                form={form}
                name={`details.nutrition.${name}`}
                label={named("nutrition", name)}
                inputMode="decimal"
              />
            ))}
          </div>
        </fieldset>
      </div>
    </details>
  );
}

/** Food label of a variation, if it has its own. */
export function VariationLabel({ form, variation }: { form: ProductForm; variation: VariationDetail }) {
  const { t } = useLanguage();
  const prefix = variationPrefix(variation.id);
  return (
    <details className={styles.more}>
      <summary>{t("variationLabel")}</summary>
      <div className={styles.stack}>
        <p className={ui.small}>{t("variationLabelHint")}</p>
        <TextFields form={form} names={FOOD_TEXTS} texts={variation.texts} prefix={prefix} />
        <div className={styles.pickers}>
          <Allergens form={form} field={`${prefix}texts.allergens`} label={t("allergens")} />
          <Allergens form={form} field={`${prefix}texts.may_contain`} label={t("mayContain")} />
        </div>
      </div>
    </details>
  );
}

/** Allergen checkboxes, with the names that shoppers see. */
function Allergens({ form, field, label }: { form: ProductForm; field: string; label: string }) {
  const { named } = useLanguage();
  const chosen = String(form.values[field] ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter(Boolean);
  return (
    <ChoicePicker
      name={field}
      label={label}
      error={form.error(field)}
      options={namesOf("allergen").map((value) => ({ value, label: named("allergen", value) }))}
      chosen={chosen}
      change={(codes) => form.set(field, codes.join(","))}
    />
  );
}
