import button from "../../../components/button.module.css";
import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { AccountOrder } from "../../../core/types.ts";
import styles from "../shared/account.module.css";
import { OrderTable } from "./OrderTable.tsx";

interface OrderListProps {
  orders: AccountOrder[];
  page: number;
  pages: number;
}

/** All orders, paginated. */
export function OrderList({ orders, page, pages }: OrderListProps) {
  const words = useWords("account");
  const format = useFormat();
  const to = (n: number) => (n === 1 ? "/my-account/orders/" : `/my-account/orders/${n}/`);
  return (
    <>
      <h1 tabIndex={-1}>{words.orders}</h1>
      {orders.length === 0 ? (
        <>
          <p>{words.noOrders}</p>
          <a className={`${button.button} ${styles.start}`} href="/negozio/">
            {words.toShop}
          </a>
        </>
      ) : (
        <OrderTable orders={orders} />
      )}
      {pages > 1 && (
        <nav className={styles.pages} aria-label={words.orderPages}>
          {page > 1 && (
            <a href={to(page - 1)} rel="prev">
              {words.previous}
            </a>
          )}
          <span>{words.pageOf(format.integer(page), format.integer(pages))}</span>
          {page < pages && (
            <a href={to(page + 1)} rel="next">
              {words.next}
            </a>
          )}
        </nav>
      )}
    </>
  );
}
