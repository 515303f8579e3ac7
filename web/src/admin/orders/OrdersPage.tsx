import { Link, useSearchParams } from "react-router";
import { Tabs } from "../../ui/Tabs.tsx";
import { apiQuery, get } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { OrderList } from "../api/types.ts";
import { ListPage, Rows } from "../components/list.tsx";
import styles from "../components/lists.module.css";
import { saveFile } from "../components/saveFile.ts";
import ui from "../components/ui.module.css";
import { Badge, Outcome } from "../components/ui.tsx";
import { useAction } from "../components/useAction.ts";
import { useLanguage } from "../context/language.tsx";
import { queryWith } from "../context/navigation.ts";
import { OrderFilters } from "./OrderFilters.tsx";

/** Order of the tabs; statuses that need the merchant's attention come first. */
const TABS = ["", "processing", "on-hold", "pending", "completed", "cancelled", "refunded", "failed"];

/** List of orders, by status, days and search. */
export function OrdersPage() {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/orders", { query }));
  return (
    <ListPage
      title={t("orders")}
      base="/ordini"
      search={t("searchOrders")}
      actions={<Export />}
      filters={
        <>
          <OrderFilters errors={loaded.error?.errors ?? []} />
          {loaded.data && <StatusTabs list={loaded.data} current={query.get("status") ?? ""} />}
        </>
      }
      loaded={loaded}
      empty={t("noOrders")}
    >
      {(list) => <Orders list={list} />}
    </ListPage>
  );
}

/** Button to download the whole list, with all its pages, as a file. */
function Export() {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const { busy, error, success, run } = useAction();
  const save = () =>
    run(async () => {
      const all = new URLSearchParams(queryWith(query, { page: "" }));
      saveFile(await get("/api/admin/orders/export", { query: all }), "ordini.csv");
      return t("exported");
    });
  return (
    <>
      <button type="button" className={ui.button} aria-disabled={busy || undefined} onClick={save}>
        {t("exportCsv")}
      </button>
      <Outcome error={error} success={success} />
    </>
  );
}

function StatusTabs({ list, current }: { list: OrderList; current: string }) {
  const { t, named, format } = useLanguage();
  const [query] = useSearchParams();
  const counts = new Map(list.by_status.map((one) => [one.status, one.count]));
  const all = list.by_status.reduce((sum, one) => sum + (one.status === "checkout-draft" ? 0 : one.count), 0);
  const visible = TABS.filter((status) => status === "" || status === current || counts.get(status));
  return (
    <Tabs label={t("ordersByStatus")} current={current}>
      {visible.map((status) => (
        <li key={status}>
          <Link
            to={`/ordini${queryWith(query, { status, page: "" })}`}
            aria-current={status === current ? "page" : undefined}
          >
            {named("status", status)}{" "}
            <span className={styles.count}>{format.integer(status ? (counts.get(status) ?? 0) : all)}</span>
          </Link>
        </li>
      ))}
    </Tabs>
  );
}

function Orders({ list }: { list: OrderList }) {
  const { t, format } = useLanguage();
  return (
    <Rows
      rows={list.orders}
      id={(order) => order.id}
      columns={[
        {
          label: t("number"),
          cell: (order) => (
            <Link to={`/ordini/${order.id}`} aria-label={t("orderNumber", { number: order.id })}>
              {order.id}
            </Link>
          ),
        },
        { label: t("date"), cell: (order) => format.moment(order.created_at) },
        {
          label: t("customer"),
          cell: (order) => (
            <span>
              {order.billing_name}
              <br />
              <span className={ui.small}>{order.billing_email}</span>
              {order.buyer_reference && (
                <>
                  <br />
                  <span className={ui.small}>
                    {t("buyerReferenceOf", { reference: order.buyer_reference })}
                  </span>
                </>
              )}
            </span>
          ),
        },
        { label: t("status"), cell: (order) => <Badge group="status" value={order.status} /> },
        {
          label: t("deliveryDay"),
          cell: (order) => order.delivery_day && format.day(order.delivery_day),
        },
        { label: t("payment"), cell: (order) => order.payment_title },
        { label: t("total"), number: true, cell: (order) => format.price(order.total_cents) },
      ]}
    />
  );
}
