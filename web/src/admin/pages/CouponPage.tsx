import { useState } from "react";
import { addCoupon, deleteCoupon, duplicateCoupon, saveCoupon } from "../api/calls.ts";
import { question } from "../api/client.ts";
import type { CouponDetail, NamedEntry } from "../api/types.ts";
import styles from "../components/details.module.css";
import { useForm } from "../components/fields.tsx";
import { useFormat } from "../components/format.ts";
import { SaveBar } from "../components/SaveBar.tsx";
import ui from "../components/ui.module.css";
import { Badge, Failure, Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { Link, navigate, useGuard } from "../context/router.tsx";
import { useData } from "../context/useData.ts";
import { CouponFieldset } from "./CouponFieldset.tsx";
import { blank, entriesOf, fieldsOf, valuesOf } from "./couponForm.ts";

/** One coupon, or a new one. */
export function CouponPage({ id }: { id: number | null }) {
  const { t } = useLanguage();
  const categories = useData(question("/api/admin/categories"));
  const coupon = useData(id ? question("/api/admin/coupons/{id}", { path: { id } }) : null);
  const error = categories.error ?? coupon.error;
  const retry = () => {
    categories.reload();
    coupon.reload();
  };
  const ready = categories.data && (id === null || coupon.data);
  return (
    <>
      <p>
        <Link to="/coupon">← {t("allCoupons")}</Link>
      </p>
      {error && !ready && <Failure error={error} retry={retry} />}
      {!ready && !error && <p role="status">{t("loading")}</p>}
      {ready && <CouponForm coupon={coupon.data} categories={categories.data ?? []} />}
    </>
  );
}

function CouponForm({ coupon, categories }: { coupon: CouponDetail | null; categories: NamedEntry[] }) {
  const { t, lang } = useLanguage();
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
  useGuard(unsaved ? t("leaveUnsaved") : null);

  const save = () =>
    form.send(async () => {
      const sent = fieldsOf(form.values, entries);
      if (!coupon) {
        const { id } = await addCoupon(sent);
        navigate(`/coupon/${id}`, "push", true);
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
      navigate("/coupon", "push", true);
      return "";
    });

  const title = coupon ? coupon.code : t("newCoupon");
  return (
    <form
      ref={form.element}
      noValidate
      className={styles.stack}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
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
    </form>
  );
}

/** Orders that use the coupon. */
function Uses({ coupon }: { coupon: CouponDetail }) {
  const { t } = useLanguage();
  const format = useFormat();
  return (
    <section className={ui.card} aria-labelledby="coupon-uses">
      <h2 id="coupon-uses">{t("uses")}</h2>
      {coupon.orders.length === 0 ? (
        <p className={ui.small}>{t("neverUsed")}</p>
      ) : (
        <table className={`${ui.table} ${ui.stacked}`}>
          <thead>
            <tr>
              <th scope="col">{t("order")}</th>
              <th scope="col">{t("date")}</th>
              <th scope="col">{t("customer")}</th>
              <th scope="col">{t("status")}</th>
              <th scope="col" className={ui.number}>
                {t("total")}
              </th>
            </tr>
          </thead>
          <tbody>
            {coupon.orders.map((order) => (
              <tr key={order.order_id}>
                <th scope="row">
                  <Link to={`/ordini/${order.order_id}`}>{t("orderNumber", { number: order.order_id })}</Link>
                </th>
                <td data-label={t("date")}>{format.moment(order.created_at)}</td>
                <td data-label={t("customer")}>{order.email}</td>
                <td data-label={t("status")}>
                  <Badge group="status" value={order.status} />
                </td>
                <td data-label={t("total")} className={ui.number}>
                  {format.price(order.total_cents)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
