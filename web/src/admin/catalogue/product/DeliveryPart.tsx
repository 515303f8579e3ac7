import { Field } from "../../../ui/Field.tsx";
import { question } from "../../api/client.ts";
import { Card } from "../../components/Card.tsx";
import styles from "../../components/details.module.css";
import { Check, Choice, Text } from "../../components/fields.tsx";
import { useLanguage } from "../../context/language.tsx";
import { useData } from "../../context/useData.ts";
import type { ProductForm } from "./useProductForm.ts";

/** How the product is taxed and delivered. */
export function DeliveryPart({ form }: { form: ProductForm }) {
  const { t } = useLanguage();
  const own = form.details.tax_class;
  const known = useData(question("/api/admin/taxes")).data?.fields.classes ?? [];
  const lost = own && !known.some((one) => one.slug === own);
  return (
    <Card id="delivery" title={t("productDelivery")}>
      <div className={styles.grid}>
        <Choice
          form={form}
          name="details.tax_status"
          label={t("taxStatus")}
          group="taxStatus"
          options={["taxable", "shipping", "none"]}
        />
        <Field name="details.tax_class" label={t("productTaxClass")} error={form.error("details.tax_class")}>
          {(control) => (
            <select
              {...control}
              value={own}
              onChange={(event) => form.set("details.tax_class", event.target.value)}
            >
              <option value="">{t("standardClass")}</option>
              {known.map((one) => (
                <option key={one.slug} value={one.slug}>
                  {one.name}
                </option>
              ))}
              {lost && <option value={own}>{own}</option>}
            </select>
          )}
        </Field>
        <Text
          form={form}
          name="details.shipping_class"
          label={t("productShippingClass")}
          hint={t("shippingClassHint")}
        />
        <Text form={form} name="details.weight" label={t("weight")} inputMode="decimal" />
        <Text form={form} name="details.length" label={t("lengthSide")} inputMode="decimal" />
        <Text form={form} name="details.width" label={t("widthSide")} inputMode="decimal" />
        <Text form={form} name="details.height" label={t("heightSide")} inputMode="decimal" />
      </div>
      <div>
        <Check form={form} name="details.is_virtual" label={t("isVirtual")} />
        <Check form={form} name="details.perishable" label={t("perishable")} />
        <Check form={form} name="details.sealed" label={t("sealed")} />
      </div>
    </Card>
  );
}
