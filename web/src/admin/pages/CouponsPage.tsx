import { readCoupons } from "../api/client.ts";
import type { CouponList } from "../api/types.ts";
import { useLanguage } from "../app/language.tsx";
import { Link, navigate, queryWith, useLocation } from "../app/router.tsx";
import { useData } from "../app/useData.ts";
import { useFormat } from "../components/format.ts";
import ui from "../components/ui.module.css";
import { Badge, Failure, Heading, Pagination, SearchForm, StateTabs } from "../components/ui.tsx";
import styles from "./lists.module.css";

const STATES = ["", "active", "expired", "used_up"];

/** The coupons, by state, search and page. */
export function CouponsPage() {
  const { t } = useLanguage();
  const { query } = useLocation();
  const { data, error, loading, reload } = useData(`/coupons${queryWith(query, {})}`, readCoupons);
  return (
    <>
      <div className={styles.head}>
        <Heading title={t("couponsTitle")}>{t("couponsTitle")}</Heading>
        <SearchForm
          label={t("code")}
          submit={(search) => navigate(`/coupon${queryWith(query, { search, page: "" })}`)}
        />
        <div className={ui.buttons}>
          <Link to="/coupon/nuovo" className={`${ui.button} ${ui.primary}`}>
            {t("newCoupon")}
          </Link>
          <Link to="/coupon/generatore" className={ui.button}>
            {t("bulkCoupons")}
          </Link>
        </div>
      </div>
      <StateTabs label={t("couponsByState")} base="/coupon" group="couponState" states={STATES} />
      {error && <Failure error={error} retry={reload} />}
      {!data && loading && <p role="status">{t("loading")}</p>}
      {data && (
        <div aria-busy={loading}>
          <Coupons list={data} />
        </div>
      )}
      {data && <Pagination base="/coupon" page={data.page} pages={data.pages} />}
    </>
  );
}

function Coupons({ list }: { list: CouponList }) {
  const { t } = useLanguage();
  const format = useFormat();
  if (list.coupons.length === 0) return <p className={ui.empty}>{t("noCoupons")}</p>;
  return (
    <div className={ui.scroll}>
      <table className={`${ui.table} ${ui.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t("code")}</th>
            <th scope="col">{t("gives")}</th>
            <th scope="col">{t("status")}</th>
            <th scope="col">{t("lastDay")}</th>
            <th scope="col" className={ui.number}>
              {t("uses")}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.coupons.map((coupon) => (
            <tr key={coupon.id}>
              <th scope="row">
                <Link to={`/coupon/${coupon.id}`}>{coupon.code}</Link>
              </th>
              <td data-label={t("gives")}>
                <span>
                  {coupon.label}
                  {coupon.shown_in_cart && (
                    <>
                      <br />
                      <span className={ui.small}>{t("shownInCartShort")}</span>
                    </>
                  )}
                </span>
              </td>
              <td data-label={t("status")}>
                <Badge group="couponState" value={coupon.state} />
              </td>
              <td data-label={t("lastDay")}>{coupon.last_day ? format.day(coupon.last_day) : "–"}</td>
              <td data-label={t("uses")} className={ui.number}>
                {format.integer(coupon.uses)}
                {coupon.usage_limit !== null && coupon.usage_limit !== undefined
                  ? ` / ${format.integer(coupon.usage_limit)}`
                  : ""}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
