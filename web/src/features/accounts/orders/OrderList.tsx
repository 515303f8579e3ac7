import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { AccountOrder } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Link } from "../../../ui/Link.tsx";
import { Pagination } from "../../../ui/Pagination.tsx";
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
      <Pagination page={page} pages={pages} path={to} format={format.integer} label={words.orderPages} />
    </>
  );
}
