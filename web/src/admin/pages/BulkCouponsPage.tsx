import { useState } from "react";
import { makeCoupons } from "../api/calls.ts";
import { question } from "../api/client.ts";
import type { NamedEntry } from "../api/types.ts";
import styles from "../components/details.module.css";
import { Text, useForm } from "../components/fields.tsx";
import { SaveBar } from "../components/SaveBar.tsx";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Failure, Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { Link } from "../context/router.tsx";
import { useData } from "../context/useData.ts";
import { CouponFieldset } from "./CouponFieldset.tsx";
import { blank, entriesOf, fieldsOf, valuesOf } from "./couponForm.ts";

/** Many coupons alike, each with a random code; their codes come as a file. */
export function BulkCouponsPage() {
  const { t } = useLanguage();
  const { data, error, reload } = useData(question("/api/admin/categories"));
  return (
    <>
      <p>
        <Link to="/coupon">← {t("allCoupons")}</Link>
      </p>
      {error && !data && <Failure error={error} retry={reload} />}
      {!data && !error && <p role="status">{t("loading")}</p>}
      {data && <BulkForm categories={data} />}
    </>
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
      const file = await makeCoupons({
        count: String(count),
        prefix: String(prefix),
        length: String(length),
        coupon,
      });
      saveFile(file, "coupon.csv");
      return t("couponsMade", { count: String(count) });
    });

  return (
    <form
      ref={form.element}
      noValidate
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void make();
      }}
    >
      <Heading title={t("bulkCoupons")}>{t("bulkCoupons")}</Heading>
      <p className={ui.small}>{t("bulkHint")}</p>
      <section className={ui.card} aria-labelledby="bulk-codes">
        <h2 id="bulk-codes">{t("codes")}</h2>
        <div className={styles.grid}>
          <Text form={form} name="count" label={t("howMany")} inputMode="numeric" />
          <Text form={form} name="prefix" label={t("prefix")} />
          <Text form={form} name="length" label={t("randomLength")} inputMode="numeric" />
        </div>
      </section>
      <CouponFieldset
        form={form}
        entries={entries}
        setEntries={setEntries}
        categories={categories}
        withCode={false}
      />
      <SaveBar form={form} unsaved={false} act={t("makeAndDownload")} />
    </form>
  );
}
