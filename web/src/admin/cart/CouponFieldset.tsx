import type { NamedEntry } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { CategoryPicker, ProductPicker } from "../components/EntryPicker.tsx";
import { Area, Check, Choice, type Form, Text } from "../components/fields.tsx";
import ui from "../components/ui.module.css";
import { useLanguage } from "../context/language.tsx";
import type { Entries, EntryField } from "./couponForm.ts";

interface FieldsetProps {
  form: Form;
  entries: Entries;
  setEntries: (entries: Entries) => void;
  categories: NamedEntry[];
  /** False for bulk coupons, whose codes are generated. */
  withCode: boolean;
}

/** All editable fields of a coupon. */
export function CouponFieldset({ form, entries, setEntries, categories, withCode }: FieldsetProps) {
  const { t } = useLanguage();
  const picker = (name: EntryField) => ({
    name,
    label: t(name),
    error: form.error(name),
    chosen: entries[name],
    change: (chosen: NamedEntry[]) => setEntries({ ...entries, [name]: chosen }),
  });
  return (
    <>
      <Card id="coupon-basics" title={t("basics")}>
        <div className={styles.grid}>
          {withCode && <Text form={form} name="code" label={t("code")} />}
          <Choice form={form} name="kind" label={t("discountKind")} group="coupon" options={KINDS} />
          <Text
            form={form}
            name="amount"
            label={t(form.values.kind === "percent" ? "amountPercent" : "amountEuro")}
            inputMode="decimal"
          />
          <Text form={form} name="last_day" label={t("lastDay")} hint={t("lastDayHint")} type="date" />
        </div>
        <Text
          form={form}
          name="description"
          label={t("couponDescription")}
          hint={t("couponDescriptionHint")}
        />
        <div>
          <Check form={form} name="shown_in_cart" label={t("shownInCart")} />
          <Check form={form} name="free_shipping" label={t("freeShipping")} />
        </div>
      </Card>
      <Card id="coupon-conditions" title={t("conditions")}>
        <div className={styles.grid}>
          <Text form={form} name="minimum" label={t("minimumSpend")} inputMode="decimal" />
          <Text form={form} name="maximum" label={t("maximumSpend")} inputMode="decimal" />
        </div>
        <div>
          <Check form={form} name="individual_use" label={t("individualUse")} />
          <Check form={form} name="excludes_sale_items" label={t("excludesSaleItems")} />
        </div>
        <div className={styles.pickers}>
          <ProductPicker {...picker("product_ids")} />
          <ProductPicker {...picker("excluded_product_ids")} />
          <CategoryPicker {...picker("category_ids")} all={categories} />
          <CategoryPicker {...picker("excluded_category_ids")} all={categories} />
        </div>
        <Area form={form} name="emails" label={t("couponEmails")} hint={t("couponEmailsHint")} rows={3} />
      </Card>
      <Card id="coupon-limits" title={t("limits")}>
        <div className={styles.grid}>
          <Text form={form} name="usage_limit" label={t("usageLimit")} inputMode="numeric" />
          <Text form={form} name="usage_limit_per_user" label={t("usageLimitPerUser")} inputMode="numeric" />
          <Text form={form} name="item_limit" label={t("itemLimit")} inputMode="numeric" />
        </div>
        <p className={ui.small}>{t("emptyNoLimit")}</p>
      </Card>
    </>
  );
}

const KINDS = ["percent", "fixed_cart", "fixed_product"];
