import { useWords } from "../../context/PageContext.tsx";
import type { OrderPage } from "../../core/types.ts";
import button from "../button.module.css";
import { Downloads } from "./Downloads.tsx";
import styles from "./OrderContent.module.css";

/** Whether what is to be paid is a later part of an order under way. */
const isPart = (page: OrderPage) => page.status === "processing" || page.status === "completed";

/** Told first: the order is to be paid. */
export function UnpaidNote({ page }: { page: OrderPage }) {
  const words = useWords("order");
  if (!page.pay_path) return null;
  return (
    <section className={styles.unpaid}>
      <p>{isPart(page) ? words.unpaidPart : words.unpaid}</p>
      <a className={button.button} href={page.pay_path}>
        {isPart(page) ? words.payPart : words.pay}
      </a>
    </section>
  );
}

/** The order's files. */
export function OrderFiles({ page }: { page: OrderPage }) {
  const words = useWords("order");
  if (page.downloads.length === 0) return null;
  return (
    <section>
      <h2>{words.files}</h2>
      <Downloads downloads={page.downloads} />
    </section>
  );
}

/** The subscriptions that began with the order, or the one that it renews. */
export function OrderSubscriptions({ page }: { page: OrderPage }) {
  const words = useWords("order");
  if (page.subscriptions.length === 0) return null;
  return (
    <section>
      <h2>{words.subscriptions}</h2>
      <ul className={styles.documents}>
        {page.subscriptions.map((one) => (
          <li key={one.path}>
            <a href={one.path}>{one.label}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Papers about the order, as PDF. */
export function OrderDocuments({ page }: { page: OrderPage }) {
  const words = useWords("order");
  if (page.documents.length === 0) return null;
  return (
    <section>
      <h2>{words.documents}</h2>
      <ul className={styles.documents}>
        {page.documents.map((paper) => (
          <li key={paper.path}>
            <a href={paper.path} download>
              {paper.label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The way to withdraw on line, in the words of the law, for as long as it is open. */
export function WithdrawalLink({ page }: { page: OrderPage }) {
  const words = useWords("order");
  if (!page.withdrawal_path) return null;
  return (
    <a className={`${button.text} ${styles.withdraw}`} href={page.withdrawal_path}>
      {words.withdraw}
    </a>
  );
}
