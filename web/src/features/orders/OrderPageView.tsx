import {
  OrderDocuments,
  OrderFiles,
  UnpaidNote,
  WithdrawalLink,
} from "../../components/order/OrderActions.tsx";
import { OrderContent, OrderFacts } from "../../components/order/OrderContent.tsx";
import { useWords } from "../../context/PageContext.tsx";
import type { OrderPage } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Link } from "../../ui/Link.tsx";
import styles from "./OrderPageView.module.css";

/** The ordered items, their costs, and the next steps. */
export function OrderPageView({ page }: { page: OrderPage }) {
  const words = useWords("order");
  return (
    <article className={styles.order}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{words.orderReceived}</h1>
        {page.email && <p>{words.orderReceivedText(page.email)}</p>}
      </header>
      <UnpaidNote page={page} />
      <OrderFacts page={page} />
      <OrderFiles page={page} />
      <OrderContent page={page} />
      <OrderDocuments page={page} />
      <WithdrawalLink page={page} />
      <Link className={`${button.button} ${button.quiet} ${styles.on}`} href="/negozio/">
        {words.continueShopping}
      </Link>
    </article>
  );
}
