import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { AccountOrder } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Link } from "../../../ui/Link.tsx";
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
          <Link className={`${button.button} ${styles.start}`} href="/negozio/">
            {words.toShop}
          </Link>
        </>
      ) : (
        <OrderTable orders={orders} />
      )}
      {pages > 1 && (
        <nav className={styles.pages} aria-label={words.orderPages}>
          {page > 1 && (
            <Link href={to(page - 1)} rel="prev">
              {words.previous}
            </Link>
          )}
          <span>{words.pageOf(format.integer(page), format.integer(pages))}</span>
          {page < pages && (
            <Link href={to(page + 1)} rel="next">
              {words.next}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
