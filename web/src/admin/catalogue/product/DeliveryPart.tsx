import { useQuery } from "@tanstack/react-query";
import { Field } from "../../../ui/Field.tsx";
import { apiQuery } from "../../api/client.ts";
import { Card } from "../../components/Card.tsx";
import styles from "../../components/details.module.css";
import { Check, Choice, Text } from "../../components/fields.tsx";
import { useLanguage } from "../../context/language.tsx";
import type { ProductForm } from "./useProductForm.ts";

/** Tax and delivery settings of the product. */
export function DeliveryPart({ form }: { form: ProductForm }) {
  const { t } = useLanguage();
  const taxClass = form.details.tax_class;
  const classes = useQuery(apiQuery("/api/admin/taxes")).data?.fields.classes ?? [];
  const isDeleted = taxClass && !classes.some((one) => one.slug === taxClass);
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
              value={taxClass}
              onChange={(event) => form.set("details.tax_class", event.target.value)}
            >
              <option value="">{t("standardClass")}</option>
              {classes.map((one) => (
                <option key={one.slug} value={one.slug}>
                  {one.name}
                </option>
              ))}
              {isDeleted && <option value={taxClass}>{taxClass}</option>}
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
