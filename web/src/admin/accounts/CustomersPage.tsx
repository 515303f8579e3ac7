import { Link, useSearchParams } from "react-router";
import { apiQuery } from "../api/client.ts";
import { useList } from "../api/queries.ts";
import type { CustomerList } from "../api/types.ts";
import { ListPage, Rows } from "../components/list.tsx";
import ui from "../components/ui.module.css";
import { Badge, StateTabs } from "../components/ui.tsx";
import { useLanguage } from "../context/language.tsx";

const STATES = ["", "customer", "shop_manager", "admin", "blocked"];

/** List of customer accounts, by role and search. */
export function CustomersPage() {
  const { t } = useLanguage();
  const [query] = useSearchParams();
  const loaded = useList(apiQuery("/api/admin/customers", { query }));
  return (
    <ListPage
      title={t("customers")}
      base="/clienti"
      search={t("searchCustomers")}
      filters={
        <StateTabs label={t("customersByState")} base="/clienti" group="personState" states={STATES} />
      }
      loaded={loaded}
      empty={t("noCustomers")}
    >
      {(list) => <Customers list={list} />}
    </ListPage>
  );
}

function Customers({ list }: { list: CustomerList }) {
  const { t, named, format } = useLanguage();
  return (
    <Rows
      rows={list.customers}
      id={(person) => person.id}
      columns={[
        {
          label: t("person"),
          cell: (person) => (
            <span>
              <Link to={`/clienti/${person.id}`}>{person.name || person.email}</Link>
              {person.name && (
                <>
                  <br />
                  <span className={ui.small}>{person.email}</span>
                </>
              )}
              {typeof person.company_id === "number" && (
                <>
                  <br />
                  <Link to={`/aziende/${person.company_id}`}>{person.company_name || t("company")}</Link>
                </>
              )}
            </span>
          ),
        },
        {
          label: t("role"),
          cell: (person) => (
            <span>
              {named("role", person.role)}{" "}
              {typeof person.blocked_at === "number" && <Badge group="personState" value="blocked" />}
            </span>
          ),
        },
        { label: t("orderCount"), number: true, cell: (person) => format.integer(person.orders) },
        { label: t("spent"), number: true, cell: (person) => format.price(person.spent_cents) },
        {
          label: t("lastOrder"),
          cell: (person) =>
            typeof person.last_order_at === "number" ? format.moment(person.last_order_at) : t("never"),
        },
      ]}
    />
  );
}
