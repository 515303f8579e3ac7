import type { ReactNode } from "react";
import { Card } from "../../components/Card.tsx";
import styles from "../../components/details.module.css";
import { Choice, type Form, Text } from "../../components/fields.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import { BACKORDERS, STOCK } from "./options.ts";
import type { ProductForm } from "./useProductForm.ts";

/** Price and stock of a product without variations. */
export function PricePart({ form }: { form: ProductForm }) {
  const { t } = useLanguage();
  const priced = form.product.kind === "simple" || form.product.kind === "external";
  return (
    <Card id="price" title={t("priceAndStock")}>
      {priced && <PriceFields form={form} prefix="" withDates />}
      <StockFields form={form} prefix="" full />
      <QuantityFields form={form} prefix="" hint={t("quantityHint")} />
    </Card>
  );
}

interface Part {
  form: Form;
  /** Prefix of the field names. */
  prefix: string;
}

/** Full and sale price, optionally with the dates of the sale. */
export function PriceFields({
  form,
  prefix,
  withDates,
  children,
}: Part & { withDates: boolean; children?: ReactNode }) {
  const { t } = useLanguage();
  return (
    <div className={styles.grid}>
      <Text form={form} name={`${prefix}regular_price`} label={t("regularPrice")} inputMode="decimal" />
      <Text form={form} name={`${prefix}sale_price`} label={t("salePrice")} inputMode="decimal" />
      {withDates && <Text form={form} name={`${prefix}sale_from`} label={t("saleFrom")} type="date" />}
      {withDates && <Text form={form} name={`${prefix}sale_to`} label={t("saleTo")} type="date" />}
      {children}
    </div>
  );
}

/** Minimum, maximum and step of the order quantity. */
export function QuantityFields({ form, prefix, hint }: Part & { hint: string }) {
  const { t } = useLanguage();
  const field = (name: string) => ({ form, name: prefix + name, inputMode: "numeric" as const });
  return (
    <div className={styles.grid}>
      <Text {...field("quantity_min")} label={t("quantityMin")} hint={hint} />
      <Text {...field("quantity_max")} label={t("quantityMax")} />
      <Text {...field("quantity_step")} label={t("quantityStep")} />
    </div>
  );
}

/** Stock quantity, or the stock status if stock is not counted. */
export function StockQuantity({ form, prefix }: Part) {
  const { t } = useLanguage();
  if (!form.values[`${prefix}stock_managed`]) {
    return (
      <Choice
        form={form}
        name={`${prefix}stock_status`}
        label={t("stockStatus")}
        group="stock"
        options={STOCK}
      />
    );
  }
  return <Text form={form} name={`${prefix}stock_quantity`} label={t("stockQuantity")} inputMode="numeric" />;
}

/** Stock settings; with `full` also the quantity. */
export function StockFields({ form, prefix, full }: Part & { full: boolean }) {
  const { t } = useLanguage();
  const managed = `${prefix}stock_managed`;
  const counted = Boolean(form.values[managed]);
  return (
    <>
      <label className={ui.check}>
        <input
          type="checkbox"
          checked={counted}
          onChange={(event) => form.set(managed, event.target.checked)}
        />
        {t("stockManaged")}
      </label>
      <div className={styles.grid}>
        {full && <StockQuantity form={form} prefix={prefix} />}
        {counted && (
          <>
            <Choice
              form={form}
              name={`${prefix}backorders`}
              label={t("backorders")}
              group="backorders"
              options={BACKORDERS}
            />
            <Text
              form={form}
              name={`${prefix}low_stock_amount`}
              label={t("lowStockAmount")}
              hint={t("shopDefault")}
              inputMode="numeric"
            />
          </>
        )}
      </div>
    </>
  );
}
