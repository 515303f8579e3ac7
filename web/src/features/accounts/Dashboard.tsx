import { useWords } from "../../context/PageContext.tsx";
import type { AccountOrder, AccountPage } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Link } from "../../ui/Link.tsx";
import { OrderTable } from "./orders/OrderTable.tsx";
import styles from "./shared/account.module.css";

interface DashboardProps {
  page: AccountPage;
  orders: AccountOrder[];
  /** Whether the account may apply for a trade account. */
  mayApply: boolean;
}

/** The overview of the account. */
export function Dashboard({ page, orders, mayApply }: DashboardProps) {
  const words = useWords("account");
  return (
    <>
      <h1 tabIndex={-1}>{words.hello(page.person?.display_name ?? "")}</h1>
      <p className={styles.sub}>{page.person?.email}</p>
      {page.person?.sees_orders && (
        <section className={styles.part}>
          <h2>{words.latestOrders}</h2>
          {orders.length === 0 ? (
            <>
              <p>{words.noOrders}</p>
              <Link className={button.button} href="/negozio/">
                {words.toShop}
              </Link>
            </>
          ) : (
            <>
              <OrderTable orders={orders} />
              <Link href="/my-account/orders/">{words.allOrders}</Link>
            </>
          )}
        </section>
      )}
      {page.person && page.person.may.length > 0 && (
        <section className={styles.part}>
          <h2>{words.priceListTitle}</h2>
          <p>{words.priceListText}</p>
          <p>
            <Link href="/my-account/price-list.csv" download>
              {words.priceListCsv}
            </Link>
            {" · "}
            <Link href="/my-account/price-list.pdf" download>
              {words.priceListPdf}
            </Link>
          </p>
        </section>
      )}
      {mayApply && (
        <section className={styles.part}>
          <h2>{words.companyTitle}</h2>
          <p>{words.companyWhy}</p>
          <Link href="/my-account/company/">{words.companyAsk}</Link>
        </section>
      )}
    </>
  );
}
