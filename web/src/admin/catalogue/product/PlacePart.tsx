import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiQuery } from "../../api/client.ts";
import type { NamedEntry } from "../../api/types.ts";
import { Card } from "../../components/Card.tsx";
import { ChoicePicker } from "../../components/ChoicePicker.tsx";
import styles from "../../components/details.module.css";
import { ProductPicker, unnamed } from "../../components/EntryPicker.tsx";
import { Check, Choice } from "../../components/fields.tsx";
import { useLanguage } from "../../context/language.tsx";
import type { ProductForm } from "./useProductForm.ts";

const VISIBILITIES = ["visible", "catalog", "search", "hidden"];

/** Where shoppers find the product: categories, tags, linked products and visibility. */
export function PlacePart({ form }: { form: ProductForm }) {
  const { t } = useLanguage();
  const categories = useQuery(apiQuery("/api/admin/catalogue/categories")).data;
  const tags = useQuery(apiQuery("/api/admin/catalogue/tags")).data;
  const { details } = form;
  return (
    <Card id="place" title={t("productPlace")}>
      <div className={styles.pickers}>
        <ChoicePicker
          name="details.category_ids"
          label={t("categories")}
          error={form.error("details.category_ids")}
          options={(categories ?? []).map((one) => ({
            value: String(one.id),
            label: "– ".repeat(one.depth) + one.name,
          }))}
          chosen={details.category_ids.map(String)}
          unknown={(id) => (categories ? t("categoryDeleted", { id }) : "…")}
          change={(ids) => form.setDetails({ category_ids: ids.map(Number) })}
        />
        <ChoicePicker
          name="details.tag_ids"
          label={t("tags")}
          error={form.error("details.tag_ids")}
          options={(tags ?? []).map((one) => ({ value: String(one.id), label: one.name }))}
          chosen={details.tag_ids.map(String)}
          unknown={(id) => (tags ? t("tagDeleted", { id }) : "…")}
          change={(ids) => form.setDetails({ tag_ids: ids.map(Number) })}
        />
        <Linked form={form} name="upsell_ids" label={t("upsells")} />
        <Linked form={form} name="cross_sell_ids" label={t("crossSells")} />
      </div>
      <div className={styles.grid}>
        <Choice
          form={form}
          name="details.visibility"
          label={t("shownIn")}
          group="shown"
          options={VISIBILITIES}
        />
      </div>
      <div>
        <Check form={form} name="details.featured" label={t("featured")} />
        <Check form={form} name="details.reviews_allowed" label={t("reviewsAllowed")} />
        <Check form={form} name="details.sold_individually" label={t("soldIndividually")} />
      </div>
    </Card>
  );
}

interface LinkedProps {
  form: ProductForm;
  name: "upsell_ids" | "cross_sell_ids";
  label: string;
}

function Linked({ form, name, label }: LinkedProps) {
  const [found, setFound] = useState<NamedEntry[]>([]);
  const named = [...found, ...form.product.linked];
  const chosen = form.details[name].map((id) => named.find((one) => one.id === id) ?? unnamed(id));
  return (
    <ProductPicker
      name={`details.${name}`}
      label={label}
      error={form.error(`details.${name}`)}
      chosen={chosen}
      change={(entries) => {
        setFound(entries);
        form.setDetails({ [name]: entries.map((one) => one.id) });
      }}
    />
  );
}
