import { Link } from "react-router";
import { apiQuery } from "../api/client.ts";
import type { OrderDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { DetailPage } from "../components/Loaded.tsx";
import ui from "../components/ui.module.css";
import { Badge, Heading } from "../components/ui.tsx";
import { VatTable } from "../components/VatTable.tsx";
import { useLanguage } from "../context/language.tsx";
import { CaptureCard } from "../payments/CaptureCard.tsx";
import { PaymentsCard } from "../payments/PaymentsCard.tsx";
import { OriginCard } from "../privacy/OriginCard.tsx";
import { DocumentsCard } from "./DocumentsCard.tsx";
import { InstalmentsCard } from "./InstalmentsCard.tsx";
import { NoteForm, StatusForm, Timeline } from "./OrderWork.tsx";
import { RefundCard } from "./RefundCard.tsx";

/** Page of an order: its lines, customer, history and actions. */
export function OrderPage({ id }: { id: number }) {
  const { t } = useLanguage();
  return (
    <DetailPage
      list="/ordini"
      all={t("allOrders")}
      query={apiQuery("/api/admin/orders/{id}", { path: { id } })}
    >
      {(data, { replace }) => <Order order={data} replace={replace} />}
    </DetailPage>
  );
}

function Order({ order, replace }: { order: OrderDetail; replace: (order: OrderDetail) => void }) {
  const { t, format } = useLanguage();
  const title = t("orderNumber", { number: order.id });
  return (
    <>
      <div className={styles.head}>
        <Heading title={title}>{title}</Heading>
        <Badge group="status" value={order.status} />
        <span className={ui.small}>{t("placedOn", { date: format.moment(order.created_at) })}</span>
        <a href={order.path} className={styles.away}>
          {t("customersPage")}
        </a>
      </div>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Lines order={order} />
          <Card id="vat" title={t("vatOfDays")}>
            <VatTable sums={order.vat} label={t("vatOfDays")} />
          </Card>
          <Addresses order={order} />
        </div>
        <div className={styles.stack}>
          <StatusForm order={order} replace={replace} />
          <InstalmentsCard order={order} replace={replace} />
          <Subscriptions order={order} />
          <DocumentsCard order={order} replace={replace} />
          {order.open_capture && <CaptureCard order={order} open={order.open_capture} replace={replace} />}
          <PaymentsCard order={order} />
          <RefundCard order={order} replace={replace} />
          <OriginCard origin={order.origin} />
          <Card id="history" title={t("history")}>
            <Timeline events={order.history} />
            <NoteForm order={order} replace={replace} />
          </Card>
        </div>
      </div>
    </>
  );
}

/** Subscriptions that started with the order, or the one that it renews. */
function Subscriptions({ order }: { order: OrderDetail }) {
  const { t } = useLanguage();
  if (order.subscriptions.length === 0) return null;
  return (
    <Card id="subscriptions" title={t("subscriptionsTitle")}>
      <ul className={styles.stack}>
        {order.subscriptions.map((one) => (
          <li key={one.id}>
            <Link to={`/abbonamenti/${one.id}`}>{t("subscriptionNumber", { number: one.id })}</Link>:{" "}
            {one.title} <Badge group="subscriptionState" value={one.state} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Lines({ order }: { order: OrderDetail }) {
  const { t, format } = useLanguage();
  return (
    <Card id="items" title={t("items")}>
      <div className={styles.tableScroll}>
        <table className={ui.table}>
          <thead>
            <tr>
              <th scope="col">{t("item")}</th>
              <th scope="col" className={ui.number}>
                {t("unitPrice")}
              </th>
              <th scope="col" className={ui.number}>
                {t("quantity")}
              </th>
              <th scope="col" className={ui.number}>
                {t("total")}
              </th>
            </tr>
          </thead>
          <tbody>
            {order.lines.map((line) => (
              <tr key={`${line.product_id} ${line.name} ${line.attributes.map((a) => a.value).join(" ")}`}>
                <td>
                  <Link to={`/prodotti/${line.parent_id}`}>{line.name}</Link>
                  {line.attributes.map((attribute) => (
                    <div key={attribute.label} className={ui.small}>
                      {attribute.label}: {attribute.value}
                    </div>
                  ))}
                  {line.sku && <div className={ui.small}>{line.sku}</div>}
                </td>
                <td className={ui.number}>{format.price(line.unit_price_cents)}</td>
                <td className={ui.number}>{format.integer(line.quantity)}</td>
                <td className={ui.number}>{format.price(line.total_cents)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot className={styles.totals}>
            {order.totals.map((row) => (
              <tr key={`${row.kind} ${row.label}`} data-kind={row.kind}>
                <th scope="row" colSpan={3} className={ui.number}>
                  {row.label}
                </th>
                <td className={ui.number}>{format.price(row.cents)}</td>
              </tr>
            ))}
          </tfoot>
        </table>
      </div>
      {order.coupons.length > 0 && (
        <p>
          {t("coupons")}: {order.coupons.join(", ")}
        </p>
      )}
      {order.customer_note && (
        <div>
          <h3 className={styles.label}>{t("customerNote")}</h3>
          <p className={styles.words}>{order.customer_note}</p>
        </div>
      )}
    </Card>
  );
}

function Addresses({ order }: { order: OrderDetail }) {
  const { t } = useLanguage();
  const { email, phone } = order.billing_address;
  return (
    <Card id="customer" title={t("customer")}>
      <div className={styles.pair}>
        <div>
          <h3 className={styles.label}>{t("billing")}</h3>
          <Printed lines={order.billing_lines} />
          <p>
            <a href={`mailto:${email}`}>{email}</a>
          </p>
          {phone && (
            <p>
              <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>
            </p>
          )}
        </div>
        <div>
          <h3 className={styles.label}>{t("delivery")}</h3>
          {order.shipping_address ? <Printed lines={order.shipping_lines} /> : <p>{t("nothingDelivered")}</p>}
        </div>
        <div>
          <h3 className={styles.label}>{t("payment")}</h3>
          <p>{order.payment_title || t("none")}</p>
        </div>
        {order.shipping_title && (
          <div>
            <h3 className={styles.label}>{t("shipping")}</h3>
            <p>{order.shipping_title}</p>
          </div>
        )}
      </div>
      {order.extra_fields.length > 0 && (
        <div>
          <h3 className={styles.label}>{t("furtherData")}</h3>
          <dl className={styles.facts}>
            {order.extra_fields.map((field) => (
              <div key={field.label}>
                <dt>{field.label}</dt>
                <dd>{field.value}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Card>
  );
}

function Printed({ lines }: { lines: string[] }) {
  return (
    <address className={styles.printed}>
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </address>
  );
}
