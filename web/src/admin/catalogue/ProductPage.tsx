import { useNavigate } from "react-router";
import { duplicateProduct } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import type { ProductDetail } from "../api/types.ts";
import styles from "../components/details.module.css";
import { DetailPage } from "../components/Loaded.tsx";
import { SaveBar } from "../components/SaveBar.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Badge, Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { AddOnFields } from "./product/AddOnFields.tsx";
import { AttributesPart } from "./product/AttributesPart.tsx";
import { BasicsPart } from "./product/BasicsPart.tsx";
import { BinPart } from "./product/BinPart.tsx";
import { BookingFields } from "./product/BookingFields.tsx";
import { DeliveryPart } from "./product/DeliveryPart.tsx";
import { DepositFields } from "./product/DepositFields.tsx";
import { EnglishPart } from "./product/EnglishPart.tsx";
import { FoodPart } from "./product/FoodPart.tsx";
import { PastPricesPart } from "./product/PastPricesPart.tsx";
import { PicturesPart } from "./product/PicturesPart.tsx";
import { PlacePart } from "./product/PlacePart.tsx";
import { PricePart } from "./product/PricePart.tsx";
import { SeoPart } from "./product/SeoPart.tsx";
import { SubscriptionFields } from "./product/SubscriptionFields.tsx";
import { useProductForm } from "./product/useProductForm.ts";
import { VariationsPart } from "./product/VariationsPart.tsx";

/** Page of a product with all its editable fields. */
export function ProductPage({ id }: { id: number }) {
  const { t } = useLanguage();
  return (
    <DetailPage
      list="/prodotti"
      all={t("allProducts")}
      query={apiQuery("/api/admin/products/{id}", { path: { id } })}
    >
      {(data) => <ProductForm initial={data} />}
    </DetailPage>
  );
}

function ProductForm({ initial }: { initial: ProductDetail }) {
  const { t, named } = useLanguage();
  const navigate = useNavigate();
  const form = useProductForm(initial);
  const { product } = form;
  const copy = () =>
    form.send(async () => {
      const { id } = await duplicateProduct(product.id);
      navigate(`/prodotti/${id}`);
      return t("duplicated");
    });
  return (
    <SendForm form={form} send={form.save}>
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
      <BasicsPart form={form} />
      <PricePart form={form} />
      <VariationsPart form={form} />
      <AttributesPart form={form} />
      <AddOnFields form={form} />
      <DepositFields form={form} />
      <BookingFields form={form} />
      <SubscriptionFields form={form} />
      <PicturesPart form={form} />
      <PlacePart form={form} />
      <DeliveryPart form={form} />
      <FoodPart form={form} />
      <EnglishPart form={form} />
      <SeoPart form={form} />
      <PastPricesPart form={form} />
      <BinPart form={form} />
      <SaveBar form={form} unsaved={form.unsaved}>
        <button type="button" className={ui.button} onClick={() => void copy()}>
          {t("duplicate")}
        </button>
      </SaveBar>
    </SendForm>
  );
}
