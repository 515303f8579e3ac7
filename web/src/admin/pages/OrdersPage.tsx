import { readOrders } from "../api/client.ts";
import type { OrderList } from "../api/types.ts";
import { useLanguage } from "../app/language.tsx";
import { Link, navigate, queryWith, useLocation } from "../app/router.tsx";
import { useData } from "../app/useData.ts";
import { useFormat } from "../components/format.ts";
import ui from "../components/ui.module.css";
import { Badge, Failure, Heading, Pagination, SearchForm } from "../components/ui.tsx";
import styles from "./lists.module.css";

/** Order of the tabs: what waits for the merchant first. */
const TABS = ["", "processing", "on-hold", "pending", "completed", "cancelled", "refunded", "failed"];

/** The orders, by status, search and page. */
export function OrdersPage() {
  const { t } = useLanguage();
  const { query } = useLocation();
  const { data, error, loading, reload } = useData(`/orders${queryWith(query, {})}`, readOrders);
  return (
    <>
      <div className={styles.head}>
        <Heading title={t("orders")}>{t("orders")}</Heading>
        <SearchForm
          label={t("searchOrders")}
          submit={(search) => navigate(`/ordini${queryWith(query, { search, page: "" })}`)}
        />
      </div>
      {data && <Tabs list={data} current={query.get("status") ?? ""} />}
      {error && <Failure error={error} retry={reload} />}
      {!data && loading && <p role="status">{t("loading")}</p>}
      {data && (
        <div aria-busy={loading}>
          <Orders list={data} />
        </div>
      )}
      {data && <Pagination base="/ordini" page={data.page} pages={data.pages} />}
    </>
  );
}

function Tabs({ list, current }: { list: OrderList; current: string }) {
  const { t, named } = useLanguage();
  const format = useFormat();
  const { query } = useLocation();
  const counts = new Map(list.by_status.map((one) => [one.status, one.count]));
  const all = list.by_status.reduce((sum, one) => sum + (one.status === "checkout-draft" ? 0 : one.count), 0);
  const shown = TABS.filter((status) => status === "" || status === current || counts.get(status));
  return (
    <nav aria-label={t("ordersByStatus")} className={styles.tabs}>
      <ul>
        {shown.map((status) => (
          <li key={status}>
            <Link to={`/ordini${queryWith(query, { status, page: "" })}`} current={status === current}>
              {named("status", status)}{" "}
              <span className={styles.count}>{format.integer(status ? (counts.get(status) ?? 0) : all)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Orders({ list }: { list: OrderList }) {
  const { t } = useLanguage();
  const format = useFormat();
  if (list.orders.length === 0) return <p className={ui.empty}>{t("noOrders")}</p>;
  return (
    <div className={ui.scroll}>
      <table className={`${ui.table} ${ui.stacked}`}>
        <thead>
          <tr>
            <th scope="col">{t("number")}</th>
            <th scope="col">{t("date")}</th>
            <th scope="col">{t("customer")}</th>
            <th scope="col">{t("status")}</th>
            <th scope="col">{t("payment")}</th>
            <th scope="col" className={ui.number}>
              {t("total")}
            </th>
          </tr>
        </thead>
        <tbody>
          {list.orders.map((order) => (
            <tr key={order.id}>
              <th scope="row">
                <Link to={`/ordini/${order.id}`} label={t("orderNumber", { number: order.id })}>
                  {order.id}
                </Link>
              </th>
              <td data-label={t("date")}>{format.moment(order.created_at)}</td>
              <td data-label={t("customer")}>
                <span>
                  {order.billing_name}
                  <br />
                  <span className={ui.small}>{order.billing_email}</span>
                </span>
              </td>
              <td data-label={t("status")}>
                <Badge group="status" value={order.status} />
              </td>
              <td data-label={t("payment")}>{order.payment_title}</td>
              <td data-label={t("total")} className={ui.number}>
                {format.price(order.total_cents)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
