import { Card } from "../../components/Card.tsx";
import styles from "../../components/details.module.css";
import { Choice, Text } from "../../components/fields.tsx";
import { HtmlField } from "../../components/richText/HtmlField.tsx";
import { useLanguage } from "../../context/language.tsx";
import { PUBLISH } from "./options.ts";
import type { ProductForm } from "./useProductForm.ts";

/** Name, visibility and descriptions of the product. */
export function BasicsPart({ form }: { form: ProductForm }) {
  const { t } = useLanguage();
  return (
    <Card id="basics" title={t("basics")}>
      <div className={styles.grid}>
        <div className={styles.wide}>
          <Text form={form} name="name" label={t("name")} />
        </div>
        {form.product.status !== "trash" && (
          <Choice form={form} name="status" label={t("visibility")} group="publish" options={PUBLISH} />
        )}
        <Text form={form} name="details.sku" label={t("sku")} />
        <Text form={form} name="details.slug" label={t("address")} />
      </div>
      <HtmlField form={form} name="short_description" label={t("shortDescription")} rows={3} />
      <HtmlField form={form} name="description" label={t("description")} />
    </Card>
  );
}
