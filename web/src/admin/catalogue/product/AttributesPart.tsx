import { useQuery } from "@tanstack/react-query";
import fieldStyles from "../../../ui/Field.module.css";
import { Field } from "../../../ui/Field.tsx";
import { apiQuery } from "../../api/client.ts";
import type { DetailsFields } from "../../api/types.ts";
import { Card } from "../../components/Card.tsx";
import styles from "../../components/details.module.css";
import { Folded } from "../../components/Folded.tsx";
import { Check, Text } from "../../components/fields.tsx";
import { moveEntry } from "../../components/nested.ts";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import type { ProductForm } from "./useProductForm.ts";

type Attribute = DetailsFields["attributes"][number];

/** The product's attributes with their values; a new value of a global attribute is added for the whole shop. */
export function AttributesPart({ form }: { form: ProductForm }) {
  const { t } = useLanguage();
  const shared = useQuery(apiQuery("/api/admin/catalogue/attributes")).data ?? [];
  const { attributes } = form.details;
  const put = (changed: Attribute[]) => form.setDetails({ attributes: changed });
  const free = shared.filter((one) => !attributes.some((own) => own.taxonomy === one.taxonomy));
  const error = form.error("details.attributes");
  return (
    <Card id="attributes" title={t("attributes")}>
      {error && <p className={fieldStyles.error}>{error}</p>}
      {attributes.map((attribute, n) => {
        const at = `details.attributes.${n}`;
        const name = attribute.name || t("newAttribute");
        return (
          <Folded
            key={attribute.taxonomy || `own-${n}`}
            name={name}
            facts={[attribute.values.join(", ")]}
            list="attributes"
            index={n}
            count={attributes.length}
            initiallyOpen={attribute.values.length === 0}
            hasError={form.hasErrorIn(at)}
            move={(by) => put(moveEntry(attributes, n, by))}
            remove={() => put(attributes.filter((_, other) => other !== n))}
          >
            {!attribute.taxonomy && <Text form={form} name={`${at}.name`} label={t("name")} />}
            <Field name={`${at}.values`} label={t("attributeValues")} error={form.error(`${at}.values`)}>
              {(control) => (
                <textarea
                  {...control}
                  rows={Math.min(attribute.values.length + 1, 8)}
                  value={attribute.values.join("\n")}
                  onChange={(event) => {
                    const values = event.target.value ? event.target.value.split("\n") : [];
                    put(attributes.map((one, other) => (other === n ? { ...one, values } : one)));
                  }}
                />
              )}
            </Field>
            <div>
              <Check form={form} name={`${at}.visible`} label={t("attributeVisible")} />
              {form.product.kind === "variable" && (
                <Check form={form} name={`${at}.variation`} label={t("attributeVariation")} />
              )}
            </div>
          </Folded>
        );
      })}
      <div className={styles.grid}>
        <Field name="shared_attribute" label={t("sharedAttribute")}>
          {(control) => (
            <select
              {...control}
              value=""
              onChange={(event) => {
                const one = free.find((option) => option.taxonomy === event.target.value);
                if (one) put([...attributes, newAttribute(one.taxonomy, one.name, form.product.kind)]);
              }}
            >
              <option value="">{t("addEntry")}</option>
              {free.map((one) => (
                <option key={one.taxonomy} value={one.taxonomy}>
                  {one.name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div>
        <button
          type="button"
          className={ui.button}
          onClick={() => put([...attributes, newAttribute("", "", form.product.kind)])}
        >
          {t("ownAttribute")}
        </button>
      </div>
    </Card>
  );
}

const newAttribute = (taxonomy: string, name: string, kind: string): Attribute => ({
  taxonomy,
  name,
  values: [],
  visible: true,
  variation: kind === "variable",
});
