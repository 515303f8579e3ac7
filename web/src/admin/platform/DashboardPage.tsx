import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { apiQuery } from "../api/client.ts";
import type { Dashboard } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import { MailWarning } from "../components/MailWarning.tsx";
import ui from "../components/ui.module.css";
import { Badge, Failure, Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import styles from "./DashboardPage.module.css";
import { RevenuePlot } from "./RevenuePlot.tsx";

/** Statuses that need the merchant's attention come first. */
const STATUSES = ["processing", "on-hold", "pending", "completed", "cancelled", "refunded", "failed"];

/** Overview of the shop's orders and revenue. */
export function DashboardPage() {
  const { t } = useLanguage();
  const { data, error, isFetching, refetch } = useQuery(apiQuery("/api/admin/dashboard"));
  return (
    <>
      <Heading title={t("overview")}>{t("overview")}</Heading>
      {error && <Failure error={error} retry={refetch} />}
      {!data && isFetching && <p role="status">{t("loading")}</p>}
      {data && !data.mail_server && <MailWarning away />}
      {data && (
        <div className={styles.cards} aria-busy={isFetching}>
          <Revenue data={data} />
          <ToSend data={data} />
          <ByStatus data={data} />
          <BestSellers data={data} />
          <LowStock data={data} />
        </div>
      )}
    </>
  );
}

function Revenue({ data }: { data: Dashboard }) {
  const { t, format } = useLanguage();
  const change = data.change_percent;
  return (
    <section className={`${ui.card} ${styles.wide}`} aria-labelledby="revenue">
      <h2 id="revenue">{t("revenuePerDay")}</h2>
      <dl className={styles.figures}>
        <div>
          <dt>{t("revenueRecent")}</dt>
          <dd>{format.price(data.recent.revenue_cents)}</dd>
          {typeof change === "number" && (
            <dd className={ui.small}>{t("revenueChange", { change: format.percent(change) })}</dd>
          )}
        </div>
        <div>
          <dt>{t("before30")}</dt>
          <dd>{format.price(data.earlier.revenue_cents)}</dd>
        </div>
        <div>
          <dt>{t("ordersRecent")}</dt>
          <dd>{format.integer(data.recent.orders)}</dd>
          <dd className={ui.small}>
            {t("paidOrdersBefore", { count: format.integer(data.earlier.orders) })}
          </dd>
        </div>
      </dl>
      <RevenuePlot data={data} />
      <p className={ui.small}>{t("revenueRule")}</p>
      <p>
        <Link to="/iva">{t("vatOfMonth")}</Link>
      </p>
    </section>
  );
}

function ToSend({ data }: { data: Dashboard }) {
  const { t, format } = useLanguage();
  return (
    <Card id="to-send" title={t("toSend")}>
      {data.to_send.length === 0 && <p className={ui.small}>{t("noneToSend")}</p>}
      <ul className={styles.rows}>
        {data.to_send.map((order) => (
          <li key={order.id}>
            <Link to={`/ordini/${order.id}`}>{t("orderNumber", { number: order.id })}</Link>
            <span className={styles.grow}>{order.billing_name}</span>
            <span className={ui.small}>{format.moment(order.created_at)}</span>
          </li>
        ))}
      </ul>
      {data.to_send.length > 0 && <Link to="/ordini?status=processing">{t("allToSend")}</Link>}
      <h2>{t("reviewsToRead")}</h2>
      {data.reviews_waiting === 0 ? (
        <p className={ui.small}>{t("noReviewToRead")}</p>
      ) : (
        <Link to="/recensioni">
          {data.reviews_waiting === 1
            ? t("oneReviewToRead")
            : t("manyReviewsToRead", { count: format.integer(data.reviews_waiting) })}
        </Link>
      )}
      <h2>{t("commentsToRead")}</h2>
      {data.comments_waiting === 0 ? (
        <p className={ui.small}>{t("noCommentToRead")}</p>
      ) : (
        <Link to="/commenti">
          {data.comments_waiting === 1
            ? t("oneCommentToRead")
            : t("manyCommentsToRead", { count: format.integer(data.comments_waiting) })}
        </Link>
      )}
    </Card>
  );
}

function ByStatus({ data }: { data: Dashboard }) {
  const { t, named, format } = useLanguage();
  const counts = new Map(data.by_status.map((one) => [one.status, one.count]));
  const visible = STATUSES.filter((status) => counts.get(status));
  return (
    <Card id="by-status" title={t("ordersByStatus")}>
      {visible.length === 0 && <p className={ui.small}>{t("noOrders")}</p>}
      <ul className={styles.rows}>
        {visible.map((status) => (
          <li key={status}>
            <Link to={`/ordini?status=${status}`} className={styles.grow}>
              {named("status", status)}
            </Link>
            <span className={styles.number}>{format.integer(counts.get(status) ?? 0)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function BestSellers({ data }: { data: Dashboard }) {
  const { t, format } = useLanguage();
  return (
    <Card id="best" title={t("bestSellers")}>
      {data.best_sellers.length === 0 && <p className={ui.small}>{t("noSales")}</p>}
      <ol className={styles.rows}>
        {data.best_sellers.map((one) => (
          <li key={one.product_id}>
            <Link to={`/prodotti/${one.product_id}`} className={styles.grow}>
              {one.name}
            </Link>
            <span className={styles.number}>
              {one.pieces === 1 ? t("onePiece") : t("pieces", { count: format.integer(one.pieces) })}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function LowStock({ data }: { data: Dashboard }) {
  const { t, format } = useLanguage();
  return (
    <Card id="low-stock" title={t("lowStock")}>
      {data.low_stock.length === 0 && <p className={ui.small}>{t("noLowStock")}</p>}
      <ul className={styles.rows}>
        {data.low_stock.map((one) => (
          <li key={`${one.product_id} ${one.name}`}>
            <Link to={`/prodotti/${one.product_id}`} className={styles.grow}>
              {one.name}
            </Link>
            {one.quantity > 0 ? (
              <span className={styles.number}>
                {one.quantity === 1 ? t("onePiece") : t("pieces", { count: format.integer(one.quantity) })}
              </span>
            ) : (
              <Badge group="stock" value="outofstock" />
            )}
          </li>
        ))}
      </ul>
      {data.low_stock_count > data.low_stock.length && (
        <p className={ui.small}>{t("lowStockCount", { count: format.integer(data.low_stock_count) })}</p>
      )}
    </Card>
  );
}
