import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { AccountOrder } from "../../../core/types.ts";
import { Link } from "../../../ui/Link.tsx";
import styles from "./OrderTable.module.css";

/** Orders as table rows; on a phone as a stacked list. */
export function OrderTable({ orders }: { orders: AccountOrder[] }) {
  const words = useWords("account");
  const format = useFormat();
  return (
    <ul className={styles.orders}>
      {orders.map((order) => (
        <li key={order.number}>
          <p className={styles.number}>
            <Link href={order.path} aria-label={words.showOrder(order.number)}>
              {words.order(order.number)}
            </Link>
          </p>
          <p>
            <span className="visuallyHidden">{words.date}: </span>
            {order.date}
            {order.ordered_by && <small> · {words.orderedBy(order.ordered_by)}</small>}
          </p>
          <p className={styles.status} data-status={order.status}>
            <span className="visuallyHidden">{words.status}: </span>
            {order.status_label}
          </p>
          <p className={styles.total}>
            <span className="visuallyHidden">{words.total}: </span>
            {format.price(order.total_cents)}
          </p>
        </li>
      ))}
    </ul>
  );
}
