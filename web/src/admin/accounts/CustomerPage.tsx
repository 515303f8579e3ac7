import { Link } from "react-router";
import { apiQuery } from "../api/client.ts";
import type { CustomerDetail } from "../api/types.ts";
import { Card } from "../components/Card.tsx";
import styles from "../components/details.module.css";
import { DetailPage } from "../components/Loaded.tsx";
import { Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Badge, Heading } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";
import { CompanyCard } from "../trade/CompanyCard.tsx";
import { AccessCard } from "./AccessCard.tsx";

/** Page of a customer: orders, addresses, credit, coupons, sessions and account actions. */
export function CustomerPage({ id }: { id: number }) {
  const { t } = useLanguage();
  return (
    <DetailPage
      list="/clienti"
      all={t("allCustomers")}
      query={apiQuery("/api/admin/customers/{id}", { path: { id } })}
    >
      {(data, { replace }) => <Customer person={data} replace={replace} />}
    </DetailPage>
  );
}

interface Props {
  person: CustomerDetail;
  replace: (person: CustomerDetail) => void;
}

function Customer({ person, replace }: Props) {
  const { t, named, format } = useLanguage();
  const title = person.name || person.email;
  return (
    <>
      <div className={styles.head}>
        <Heading title={title}>{title}</Heading>
        {typeof person.blocked_at === "number" && <Badge group="personState" value="blocked" />}
        <span className={ui.small}>{named("role", person.role)}</span>
      </div>
      <div className={styles.columns}>
        <div className={styles.stack}>
          <Orders person={person} />
          <Credit person={person} />
        </div>
        <div className={styles.stack}>
          <Card id="who" title={t("person")}>
            <p>
              <a href={`mailto:${person.email}`}>{person.email}</a>
              <br />
              <span className={ui.small}>
                {typeof person.email_confirmed_at === "number"
                  ? t("emailConfirmed", { date: format.moment(person.email_confirmed_at) })
                  : t("emailNotConfirmed")}
              </span>
            </p>
            {person.phone && <a href={`tel:${person.phone.replace(/[^+\d]/g, "")}`}>{person.phone}</a>}
            <p className={ui.small}>{t("memberSince", { date: format.moment(person.created_at) })}</p>
          </Card>
          {person.company && <CompanyCard company={person.company} />}
          <AccessCard person={person} replace={replace} />
          <Addresses person={person} />
        </div>
      </div>
    </>
  );
}

function Orders({ person }: { person: CustomerDetail }) {
  const { t, format } = useLanguage();
  return (
    <Card id="orders" title={t("orders")}>
      <p className={ui.small}>
        {t("orderCount")}: {format.integer(person.orders)} · {t("spent")}: {format.price(person.spent_cents)}
      </p>
      {person.recent_orders.length === 0 ? (
        <p className={ui.small}>{t("noOrdersYet")}</p>
      ) : (
        <Rows
          rows={person.recent_orders}
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
            { label: t("status"), cell: (order) => <Badge group="status" value={order.status} /> },
            { label: t("total"), number: true, cell: (order) => format.price(order.total_cents) },
          ]}
        />
      )}
      <Link to={`/ordini?search=${encodeURIComponent(person.email)}`}>{t("seeAllOrders")}</Link>
    </Card>
  );
}

function Credit({ person }: { person: CustomerDetail }) {
  const { t, format } = useLanguage();
  return (
    <Card id="credit" title={t("storeCredit")}>
      {person.credits.length === 0 && <p className={ui.small}>{t("noCreditYet")}</p>}
      {person.credits.length > 0 && (
        <>
          <p className={ui.small}>{t("creditSum", { amount: format.price(person.credit_cents) })}</p>
          <Rows
            rows={person.credits}
            id={(credit) => credit.id}
            columns={[
              { label: t("code"), cell: (credit) => <Link to={`/credito/${credit.id}`}>{credit.code}</Link> },
              { label: t("status"), cell: (credit) => <Badge group="creditState" value={credit.state} /> },
              { label: t("balance"), number: true, cell: (credit) => format.price(credit.balance_cents) },
            ]}
          />
        </>
      )}
      <h2>{t("couponsTitle")}</h2>
      {person.coupons.length === 0 && <p className={ui.small}>{t("noCouponsYet")}</p>}
      <ul className={ui.buttons}>
        {person.coupons.map((coupon) => (
          <li key={coupon.id}>
            <Link to={`/coupon/${coupon.id}`}>{coupon.code}</Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Addresses({ person }: { person: CustomerDetail }) {
  const { t } = useLanguage();
  const both = [
    [t("billing"), person.billing_lines],
    [t("delivery"), person.shipping_lines],
  ] as const;
  return (
    <Card id="addresses" title={t("addresses")}>
      {both.map(([label, lines]) => (
        <div key={label}>
          <h3 className={styles.label}>{label}</h3>
          {lines.length === 0 && <p className={ui.small}>{t("noAddress")}</p>}
          <address className={styles.printed}>
            {lines.map((line) => (
              <div key={line}>{line}</div>
            ))}
          </address>
        </div>
      ))}
    </Card>
  );
}
