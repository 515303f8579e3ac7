import type { NamedEntry, RoleList } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import { ChoicePicker } from "../components/ChoicePicker.tsx";
import styles from "../components/details.module.css";
import { CategoryPicker, ProductPicker } from "../components/EntryPicker.tsx";
import { Check, type Form, Text } from "../components/fields.tsx";
import { useLanguage } from "../context/language.tsx";
import type { RoleLists } from "./roleForm.ts";

interface Props {
  form: Form;
  lists: RoleLists;
  setLists: (lists: RoleLists) => void;
  list: RoleList;
  categories: NamedEntry[];
}

/** Form fields for the terms of a role. */
export function RoleFieldset({ form, lists, setLists, list, categories }: Props) {
  const { t } = useLanguage();
  const put = (part: Partial<RoleLists>) => setLists({ ...lists, ...part });
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <Card id="role" title={t("customerRole")}>
          <Text form={form} name="name" label={t("name")} />
          <Text form={form} name="name_en" label={t("nameEn")} />
          <Text form={form} name="slug" label={t("roleSlug")} hint={t("roleSlugHint")} />
          <Check form={form} name="is_trade" label={t("isTrade")} />
          <Check form={form} name="needs_approval" label={t("needsApproval")} />
        </Card>
        <Card id="buying" title={t("roleTerms")}>
          <Check form={form} name="net_prices" label={t("netPrices")} />
          <Text form={form} name="minimum_order" label={t("minimumOrder")} inputMode="decimal" />
          <Text
            form={form}
            name="invoice_days"
            label={t("invoiceDays")}
            hint={t("invoiceDaysHint")}
            inputMode="numeric"
          />
        </Card>
      </div>
      <div className={styles.stack}>
        <Card id="hidden" title={t("roleWithout")}>
          <ChoicePicker
            name="hidden_payment_methods"
            label={t("hiddenPayment")}
            error={form.error("hidden_payment_methods")}
            options={list.payment_methods}
            chosen={lists.payment}
            change={(payment) => put({ payment })}
          />
          <ChoicePicker
            name="hidden_shipping_methods"
            label={t("hiddenShipping")}
            error={form.error("hidden_shipping_methods")}
            options={list.shipping_methods}
            chosen={lists.shipping}
            change={(shipping) => put({ shipping })}
          />
          <CategoryPicker
            name="hidden_category_ids"
            label={t("hiddenCategories")}
            error={form.error("hidden_category_ids")}
            all={categories}
            chosen={lists.categories}
            change={(chosen) => put({ categories: chosen })}
          />
          <ProductPicker
            name="hidden_product_ids"
            label={t("hiddenProducts")}
            error={form.error("hidden_product_ids")}
            chosen={lists.products}
            change={(products) => put({ products })}
          />
        </Card>
      </div>
    </div>
  );
}
