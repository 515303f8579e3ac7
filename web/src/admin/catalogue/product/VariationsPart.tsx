import { useState } from "react";
import fieldStyles from "../../../ui/Field.module.css";
import { generateVariations } from "../../api/calls.ts";
import type { VariationDetail } from "../../api/types.ts";
import { Card } from "../../components/Card.tsx";
import styles from "../../components/details.module.css";
import { Choice, Text, useForm } from "../../components/fields.tsx";
import ui from "../../components/ui.module.css";
import { Outcome } from "../../components/ui.tsx";
import { useLanguage } from "../../context/language.tsx";
import { VariationLabel } from "./FoodPart.tsx";
import { PUBLISH } from "./options.ts";
import { PriceFields, QuantityFields, StockFields, StockQuantity } from "./PricePart.tsx";
import { variationPrefix } from "./productForm.ts";
import type { ProductForm } from "./useProductForm.ts";
import { VariationPicture } from "./VariationPicture.tsx";

/** The variations of a product, with bulk edits and the generation of missing ones. */
export function VariationsPart({ form }: { form: ProductForm }) {
  const { t } = useLanguage();
  const { product } = form;
  if (product.kind !== "variable") return null;
  return (
    <Card id="variations" title={t("variations")}>
      {product.variations.length > 1 && <Bulk form={form} />}
      {product.variations.map((variation) => (
        <VariationFields key={variation.id} form={form} variation={variation} />
      ))}
      <Generate form={form} />
    </Card>
  );
}

function VariationFields({ form, variation }: { form: ProductForm; variation: VariationDetail }) {
  const { t } = useLanguage();
  const prefix = variationPrefix(variation.id);
  const values = variation.attributes.map((one) => `${one.label}: ${one.value || t("anyValue")}`);
  const isRemoved = form.removed.includes(variation.id);
  const toggle = () =>
    form.setRemoved(
      isRemoved ? form.removed.filter((one) => one !== variation.id) : [...form.removed, variation.id],
    );
  return (
    <fieldset className={styles.step}>
      <legend>
        {values.join(", ")} <span className={ui.small}>{variation.sku}</span>
      </legend>
      {!isRemoved && (
        <>
          <PriceFields form={form} prefix={prefix} withDates={false}>
            {!variation.stock_of_parent && <StockQuantity form={form} prefix={prefix} />}
            <Choice
              form={form}
              name={`${prefix}status`}
              label={t("visibility")}
              group="variation"
              options={PUBLISH}
            />
          </PriceFields>
          {variation.stock_of_parent && <p className={ui.small}>{t("stockOfParent")}</p>}
          <VariationPicture form={form} variation={variation} name={values.join(", ")} />
          <details className={styles.more}>
            <summary>{t("moreFields")}</summary>
            <div className={styles.stack}>
              <div className={styles.grid}>
                <Text form={form} name={`${prefix}sku`} label={t("sku")} />
                <Text form={form} name={`${prefix}sale_from`} label={t("saleFrom")} type="date" />
                <Text form={form} name={`${prefix}sale_to`} label={t("saleTo")} type="date" />
              </div>
              {!variation.stock_of_parent && <StockFields form={form} prefix={prefix} full={false} />}
              <QuantityFields form={form} prefix={prefix} hint={t("quantityOfProduct")} />
            </div>
          </details>
          <VariationLabel form={form} variation={variation} />
        </>
      )}
      <div className={ui.buttons}>
        <button type="button" className={ui.plain} onClick={toggle}>
          {t(isRemoved ? "keepVariation" : "removeVariation")}
        </button>
        {isRemoved && <span className={ui.small}>{t("removedOnSave")}</span>}
      </div>
    </fieldset>
  );
}

/** Copies one price or quantity to the fields of all variations. */
function Bulk({ form }: { form: ProductForm }) {
  const { t } = useLanguage();
  const typed = useForm({ bulk_price: "", bulk_stock: "" });
  const fillAll = () => {
    const price = String(typed.values.bulk_price);
    const stock = String(typed.values.bulk_stock);
    for (const { id, stock_of_parent } of form.product.variations) {
      const prefix = variationPrefix(id);
      if (price) form.set(`${prefix}regular_price`, price);
      if (stock && !stock_of_parent) {
        form.set(`${prefix}stock_managed`, true);
        form.set(`${prefix}stock_quantity`, stock);
      }
    }
    typed.fill({ bulk_price: "", bulk_stock: "" });
  };
  return (
    <div className={styles.entry}>
      <div className={styles.grid}>
        <Text form={typed} name="bulk_price" label={t("bulkPrice")} inputMode="decimal" />
        <Text form={typed} name="bulk_stock" label={t("bulkStock")} inputMode="numeric" />
      </div>
      <div>
        <button type="button" className={ui.button} onClick={fillAll}>
          {t("applyToAll")}
        </button>
      </div>
    </div>
  );
}

/** Generates missing combinations by a separate request; input in other fields is preserved. */
function Generate({ form }: { form: ProductForm }) {
  const { t } = useLanguage();
  const typed = useForm({ regular_price: "", stock_quantity: "" });
  const [message, setMessage] = useState("");
  // Initially open without variations; generating some must not collapse the section with its message.
  const [open] = useState(form.product.variations.length === 0);
  const make = () =>
    typed.send(async () => {
      setMessage("");
      const { regular_price, stock_quantity } = typed.values;
      const done = await generateVariations(form.product.id, String(regular_price), String(stock_quantity));
      form.mergeSavedProduct(done.product);
      setMessage(t("generated", { count: done.made }));
      return "";
    });
  const error = typed.error("values");
  return (
    <details className={styles.more} open={open}>
      <summary>{t("generate")}</summary>
      <div className={styles.entry}>
        <p className={ui.small}>{t("generateHint")}</p>
        <div className={styles.grid}>
          <Text form={typed} name="regular_price" label={t("generatePrice")} inputMode="decimal" />
          <Text
            form={typed}
            name="stock_quantity"
            label={t("generateStock")}
            hint={t("generateStockHint")}
            inputMode="numeric"
          />
        </div>
        {error && <p className={fieldStyles.error}>{error}</p>}
        <div>
          <button type="button" className={ui.button} onClick={() => void make()}>
            {t("generate")}
          </button>
        </div>
        <Outcome error={typed.apiError} success={message} />
      </div>
    </details>
  );
}
