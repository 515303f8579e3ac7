import { type ReactNode, useRef, useState } from "react";
import { type Refused, readProduct, saveProduct } from "../api/client.ts";
import type { ProductDetail, VariationDetail } from "../api/types.ts";
import { useLanguage } from "../app/language.tsx";
import { Link, useGuard } from "../app/router.tsx";
import { useData } from "../app/useData.ts";
import { Area, Choice, type Form, Text } from "../components/fields.tsx";
import ui from "../components/ui.module.css";
import { Badge, Failure, Heading, Outcome } from "../components/ui.tsx";
import { AddOnFields } from "../product/AddOnFields.tsx";
import { BookingFields } from "../product/BookingFields.tsx";
import { DepositFields } from "../product/DepositFields.tsx";
import styles from "./details.module.css";
import { changeOf, valuesOf, variationPrefix, withPresentStock } from "./productForm.ts";

/** Texts that need more than a line. */
const LONG = ["short_description_en", "description_en", "ingredients", "ingredients_en", "purchase_note_en"];

/** One product with everything that can be changed. */
export function ProductPage({ id }: { id: number }) {
  const { t } = useLanguage();
  const { data, error, reload } = useData(`/products/${id}`, readProduct);
  return (
    <>
      <p>
        <Link to="/prodotti">← {t("allProducts")}</Link>
      </p>
      {error && !data && <Failure error={error} retry={reload} />}
      {!data && !error && <p role="status">{t("loading")}</p>}
      {data && <ProductForm initial={data} />}
    </>
  );
}

function ProductForm({ initial }: { initial: ProductDetail }) {
  const { t, named, lang } = useLanguage();
  const [product, setProduct] = useState(initial);
  const [loaded, setLoaded] = useState(() => valuesOf(initial, lang));
  const [values, setValues] = useState(loaded);
  const [error, setError] = useState<Refused | null>(null);
  const [success, setSuccess] = useState("");
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const change = changeOf(product, loaded, values);
  useGuard(change ? t("leaveUnsaved") : null);

  const form: Form = {
    values,
    set: (name, value) => {
      setSuccess("");
      setValues((before) => ({ ...before, [name]: value }));
    },
    error: (name) => error?.errors.find((one) => one.field === name)?.message,
  };

  const save = async () => {
    if (busy) return;
    setError(null);
    setSuccess("");
    if (!change) return setSuccess(t("nothingChanged"));
    setBusy(true);
    try {
      const saved = await saveProduct(product.id, change);
      setProduct(saved);
      const filled = valuesOf(saved, lang);
      setLoaded(filled);
      setValues(filled);
      setSuccess(t("saved"));
    } catch (reason) {
      const refused = reason as Refused;
      setError(refused);
      if (refused.status === 409) {
        const present = refused.errors.map((one) => [one.field, Number(one.params.quantity)] as const);
        setProduct(withPresentStock(product, new Map(present)));
      }
      // The first refused field, opened if it lies folded.
      requestAnimationFrame(() => {
        const field = element.current?.querySelector<HTMLElement>("[aria-invalid]");
        field?.closest("details")?.setAttribute("open", "");
        field?.focus();
      });
    } finally {
      setBusy(false);
    }
  };

  const priced = product.kind === "simple" || product.kind === "external";
  return (
    <form
      ref={element}
      noValidate
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className={styles.head}>
        <Heading title={product.name}>{product.name}</Heading>
        <Badge group="publish" value={product.status} />
        <span className={ui.small}>
          {named("kind", product.kind)} {product.sku && `· ${product.sku}`}
        </span>
        <a href={product.path} className={styles.away}>
          {t("seeProduct")}
        </a>
      </div>
      <section className={ui.card} aria-labelledby="basics">
        <h2 id="basics">{t("basics")}</h2>
        <div className={styles.grid}>
          <div className={styles.wide}>
            <Text form={form} name="name" label={t("name")} />
          </div>
          <Choice form={form} name="status" label={t("visibility")} group="publish" options={PUBLISH} />
        </div>
        <Area form={form} name="short_description" label={t("shortDescription")} rows={3} />
        <Area form={form} name="description" label={t("description")} rows={8} />
      </section>
      <section className={ui.card} aria-labelledby="price">
        <h2 id="price">{t("priceAndStock")}</h2>
        {priced && <PriceFields form={form} prefix="" withDates />}
        <StockFields form={form} prefix="" full />
      </section>
      {product.variations.length > 0 && (
        <section className={ui.card} aria-labelledby="variations">
          <h2 id="variations">{t("variations")}</h2>
          {product.variations.map((variation) => (
            <VariationFields key={variation.id} form={form} variation={variation} />
          ))}
        </section>
      )}
      <AddOnFields form={form} />
      <DepositFields form={form} />
      <BookingFields form={form} />
      <details className={`${ui.card} ${styles.more}`}>
        <summary>{t("furtherTexts")}</summary>
        <div className={styles.stack}>
          {Object.keys(product.texts).map((name) => {
            const label = named("text", name);
            return LONG.includes(name) ? (
              <Area key={name} form={form} name={`texts.${name}`} label={label} rows={3} />
            ) : (
              <Text key={name} form={form} name={`texts.${name}`} label={label} />
            );
          })}
        </div>
      </details>
      <div className={styles.saveBar}>
        <button type="submit" className={`${ui.button} ${ui.primary}`} aria-disabled={busy || undefined}>
          {busy ? t("saving") : t("save")}
        </button>
        {change && <span className={ui.small}>{t("unsaved")}</span>}
        <Outcome error={error} success={success} />
      </div>
    </form>
  );
}

const PUBLISH = ["publish", "draft", "private"];
const STOCK = ["instock", "outofstock", "onbackorder"];
const BACKORDERS = ["no", "notify", "yes"];

function VariationFields({ form, variation }: { form: Form; variation: VariationDetail }) {
  const { t } = useLanguage();
  const prefix = variationPrefix(variation.id);
  const values = variation.attributes.map((one) => `${one.label}: ${one.value || t("anyValue")}`);
  return (
    <fieldset className={styles.step}>
      <legend>
        {values.join(", ")} <span className={ui.small}>{variation.sku}</span>
      </legend>
      <PriceFields form={form} prefix={prefix} withDates={false}>
        {!variation.stock_of_parent && <StockQuantity form={form} prefix={prefix} />}
        <Choice
          form={form}
          name={`${prefix}status`}
          label={t("visibility")}
          group="publish"
          options={PUBLISH}
        />
      </PriceFields>
      {variation.stock_of_parent && <p className={ui.small}>{t("stockOfParent")}</p>}
      <details className={styles.more}>
        <summary>{t("moreFields")}</summary>
        <div className={styles.stack}>
          <div className={styles.grid}>
            <Text form={form} name={`${prefix}sale_from`} label={t("saleFrom")} type="date" />
            <Text form={form} name={`${prefix}sale_to`} label={t("saleTo")} type="date" />
          </div>
          {!variation.stock_of_parent && <StockFields form={form} prefix={prefix} full={false} />}
        </div>
      </details>
    </fieldset>
  );
}

interface Part {
  form: Form;
  /** Start of the fields' names. */
  prefix: string;
}

function PriceFields({
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

function StockQuantity({ form, prefix }: Part) {
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

/** How stock is counted; with `full` the quantity too. */
function StockFields({ form, prefix, full }: Part & { full: boolean }) {
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
