import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { addCoupon, deleteCoupon, duplicateCoupon, saveCoupon } from "../api/calls.ts";
import { apiQuery } from "../api/client.ts";
import { allOf } from "../api/queries.ts";
import type { CouponDetail, NamedEntry } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { useForm } from "../components/fields.tsx";
import { DetailPage } from "../components/Loaded.tsx";
import { Rows } from "../components/list.tsx";
import { SaveBar } from "../components/SaveBar.tsx";
import { SendForm } from "../components/SendForm.tsx";
import ui from "../components/ui.module.css";
import { Badge, Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { AFTER_SAVE } from "../context/navigation.ts";
import { CouponFieldset } from "./CouponFieldset.tsx";
import { blank, entriesOf, fieldsOf, valuesOf } from "./couponForm.ts";

/** Page of a coupon, or of a new one. */
export function CouponPage({ id }: { id: number | null }) {
  const { t } = useLanguage();
  const query = allOf({
    coupon: id === null ? null : apiQuery("/api/admin/coupons/{id}", { path: { id } }),
    categories: apiQuery("/api/admin/categories"),
  });
  return (
    <DetailPage list="/coupon" all={t("allCoupons")} query={query}>
      {(data) => <CouponForm {...data} />}
    </DetailPage>
  );
}

function CouponForm({ coupon, categories }: { coupon: CouponDetail | null; categories: NamedEntry[] }) {
  const { t, lang } = useLanguage();
  const navigate = useNavigate();
  const fields = coupon?.fields ?? blank;
  const [loaded, setLoaded] = useState(() => valuesOf(fields, lang));
  const [loadedEntries, setLoadedEntries] = useState(() =>
    entriesOf(fields, coupon?.products ?? [], categories),
  );
  const [entries, setEntries] = useState(loadedEntries);
  const form = useForm(loaded);
  const changed = form.values !== loaded || entries !== loadedEntries;
  const unsaved =
    changed && JSON.stringify([form.values, entries]) !== JSON.stringify([loaded, loadedEntries]);

  const save = () =>
    form.send(async () => {
      const sent = fieldsOf(form.values, entries);
      if (!coupon) {
        const { id } = await addCoupon(sent);
        navigate(`/coupon/${id}`, AFTER_SAVE);
        return t("saved");
      }
      const saved = await saveCoupon(coupon.id, sent);
      const filled = valuesOf(saved.fields, lang);
      const named = entriesOf(saved.fields, saved.products, categories);
      setLoaded(filled);
      form.fill(filled);
      setLoadedEntries(named);
      setEntries(named);
      return t("saved");
    });
  const copy = () =>
    form.send(async () => {
      const { id } = await duplicateCoupon(coupon?.id ?? 0);
      navigate(`/coupon/${id}`);
      return "";
    });
  const remove = () =>
    form.send(async () => {
      if (!window.confirm(t("deleteCouponSure", { code: coupon?.code ?? "" }))) return "";
      await deleteCoupon(coupon?.id ?? 0);
      navigate("/coupon", AFTER_SAVE);
      return "";
    });

  const title = coupon ? coupon.code : t("newCoupon");
  return (
    <SendForm form={form} send={save}>
      <div className={styles.head}>
        <Heading title={title}>{title}</Heading>
        {coupon && <Badge group="couponState" value={coupon.state} />}
        {coupon && <span className={ui.small}>{t("usedTimes", { count: coupon.uses })}</span>}
      </div>
      <CouponFieldset
        form={form}
        entries={entries}
        setEntries={setEntries}
        categories={categories}
        withCode
      />
      {coupon && <Uses coupon={coupon} />}
      <SaveBar form={form} unsaved={unsaved}>
        {coupon && (
          <button type="button" className={ui.button} onClick={() => void copy()}>
            {t("duplicate")}
          </button>
        )}
        {coupon && (
          <button type="button" className={ui.plain} onClick={() => void remove()}>
            {t("delete")}
          </button>
        )}
      </SaveBar>
    </SendForm>
  );
}

/** List of orders that use the coupon. */
function Uses({ coupon }: { coupon: CouponDetail }) {
  const { t, format } = useLanguage();
  return (
    <Card id="coupon-uses" title={t("uses")}>
      {coupon.orders.length === 0 ? (
        <p className={ui.small}>{t("neverUsed")}</p>
      ) : (
        <Rows
          within
          rows={coupon.orders}
          id={(order) => order.order_id}
          columns={[
            {
              label: t("order"),
              cell: ({ order_id: number }) => (
                <Link to={`/ordini/${number}`}>{t("orderNumber", { number })}</Link>
              ),
            },
            { label: t("date"), cell: (order) => format.moment(order.created_at) },
            { label: t("customer"), cell: (order) => order.email },
            { label: t("status"), cell: (order) => <Badge group="status" value={order.status} /> },
            { label: t("total"), number: true, cell: (order) => format.price(order.total_cents) },
          ]}
        />
      )}
    </Card>
  );
}
