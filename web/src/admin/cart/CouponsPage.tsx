import { Link, useSearchParams } from "react-router";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { CouponList } from "../api/types.ts";
import { ListPage, Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Badge, StateTabs } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";

const STATES = ["", "active", "expired", "used_up"];

/** List of coupons, by state and search. */
export function CouponsPage() {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/coupons", { query }));
  return (
    <ListPage
      title={t("couponsTitle")}
      base="/coupon"
      search={t("code")}
      actions={
        <>
          <Link to="/coupon/nuovo" className={`${ui.button} ${ui.primary}`}>
            {t("newCoupon")}
          </Link>
          <Link to="/coupon/generatore" className={ui.button}>
            {t("bulkCoupons")}
          </Link>
        </>
      }
      filters={<StateTabs label={t("couponsByState")} base="/coupon" group="couponState" states={STATES} />}
      loaded={loaded}
      empty={t("noCoupons")}
    >
      {(list) => <Coupons list={list} />}
    </ListPage>
  );
}

function Coupons({ list }: { list: CouponList }) {
  const { t, format } = useLanguage();
  return (
    <Rows
      rows={list.coupons}
      id={(coupon) => coupon.id}
      columns={[
        { label: t("code"), cell: (coupon) => <Link to={`/coupon/${coupon.id}`}>{coupon.code}</Link> },
        {
          label: t("gives"),
          cell: (coupon) => (
            <span>
              {coupon.label}
              {coupon.shown_in_cart && (
                <>
                  <br />
                  <span className={ui.small}>{t("shownInCartShort")}</span>
                </>
              )}
            </span>
          ),
        },
        { label: t("status"), cell: (coupon) => <Badge group="couponState" value={coupon.state} /> },
        { label: t("lastDay"), cell: (coupon) => (coupon.last_day ? format.day(coupon.last_day) : "–") },
        {
          label: t("uses"),
          number: true,
          cell: ({ uses, usage_limit: limit }) =>
            typeof limit === "number"
              ? `${format.integer(uses)} / ${format.integer(limit)}`
              : format.integer(uses),
        },
      ]}
    />
  );
}
