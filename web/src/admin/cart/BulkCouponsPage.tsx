import { useState } from "react";
import { createCoupons } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import type { NamedEntry } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { Text, useForm } from "../components/fields.tsx";
import { DetailPage } from "../components/Loaded.tsx";
import { SaveBar } from "../components/SaveBar.tsx";
import { SendForm } from "../components/SendForm.tsx";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { CouponFieldset } from "./CouponFieldset.tsx";
import { blank, entriesOf, fieldsOf, valuesOf } from "./couponForm.ts";

/** Creates many identical coupons with random codes and downloads a file of the codes. */
export function BulkCouponsPage() {
  const { t } = useLanguage();
  return (
    <DetailPage list="/coupon" all={t("allCoupons")} query={apiQuery("/api/admin/categories")}>
      {(data) => <BulkForm categories={data} />}
    </DetailPage>
  );
}

function BulkForm({ categories }: { categories: NamedEntry[] }) {
  const { t, lang } = useLanguage();
  const [entries, setEntries] = useState(() => entriesOf(blank, [], []));
  const form = useForm({ ...valuesOf(blank, lang), usage_limit: "1", count: "", prefix: "", length: "10" });

  const make = () =>
    form.send(async () => {
      const { count, prefix, length, ...values } = form.values;
      const coupon = fieldsOf(values, entries);
      const file = await createCoupons({
        count: String(count),
        prefix: String(prefix),
        length: String(length),
        coupon,
      });
      saveFile(file, "coupon.csv");
      return t("couponsMade", { count: String(count) });
    });

  return (
    <SendForm form={form} send={make}>
      <Heading title={t("bulkCoupons")}>{t("bulkCoupons")}</Heading>
      <p className={ui.small}>{t("bulkHint")}</p>
      <Card id="bulk-codes" title={t("codes")}>
        <div className={styles.grid}>
          <Text form={form} name="count" label={t("howMany")} inputMode="numeric" />
          <Text form={form} name="prefix" label={t("prefix")} />
          <Text form={form} name="length" label={t("randomLength")} inputMode="numeric" />
        </div>
      </Card>
      <CouponFieldset
        form={form}
        entries={entries}
        setEntries={setEntries}
        categories={categories}
        withCode={false}
      />
      <SaveBar form={form} unsaved={false} saveLabel={t("makeAndDownload")} />
    </SendForm>
  );
}
