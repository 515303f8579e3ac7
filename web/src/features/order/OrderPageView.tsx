import { useWords } from "../../app/PageContext.tsx";
import button from "../../components/button.module.css";
import type { OrderPage } from "../../core/types.ts";
import { OrderContent, OrderFacts } from "./OrderContent.tsx";
import styles from "./OrderPageView.module.css";

/** What was ordered, what it costs, and what to do now. */
export function OrderPageView({ page }: { page: OrderPage }) {
  const words = useWords();
  return (
    <article className={styles.order}>
      <header className={styles.head}>
        <h1 tabIndex={-1}>{words.orderReceived}</h1>
        {page.email && <p>{words.orderReceivedText(page.email)}</p>}
      </header>
      <OrderFacts page={page} />
      <OrderContent page={page} />
      <a className={`${button.button} ${button.quiet} ${styles.on}`} href="/negozio/">
        {words.continueShopping}
      </a>
    </article>
  );
}
