import { useWords } from "../../context/PageContext.tsx";
import type { OrderPage } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Link } from "../../ui/Link.tsx";
import { Downloads } from "./Downloads.tsx";
import styles from "./OrderContent.module.css";

/** Whether the open payment is a later instalment of an order in progress. */
const isPart = (page: OrderPage) => page.status === "processing" || page.status === "completed";

/** Note at the top of an unpaid order, with a link to the payment. */
export function UnpaidNote({ page }: { page: OrderPage }) {
  const words = useWords("order");
  if (!page.pay_path) return null;
  return (
    <section className={styles.unpaid}>
      <p>{isPart(page) ? words.unpaidPart : words.unpaid}</p>
      <Link className={button.button} href={page.pay_path}>
        {isPart(page) ? words.payPart : words.pay}
      </Link>
    </section>
  );
}

/** Downloads of the order. */
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

/** Subscriptions that started with the order, or the one that it renews. */
export function OrderSubscriptions({ page }: { page: OrderPage }) {
  const words = useWords("order");
  if (page.subscriptions.length === 0) return null;
  return (
    <section>
      <h2>{words.subscriptions}</h2>
      <ul className={styles.documents}>
        {page.subscriptions.map((one) => (
          <li key={one.path}>
            <Link href={one.path}>{one.label}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Documents of the order as PDF. */
export function OrderDocuments({ page }: { page: OrderPage }) {
  const words = useWords("order");
  if (page.documents.length === 0) return null;
  return (
    <section>
      <h2>{words.documents}</h2>
      <ul className={styles.documents}>
        {page.documents.map((one) => (
          <li key={one.path}>
            <Link href={one.path} download>
              {one.label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Link to the online withdrawal, in the wording that the law requires, while the withdrawal period lasts. */
export function WithdrawalLink({ page }: { page: OrderPage }) {
  const words = useWords("order");
  if (!page.withdrawal_path) return null;
  return (
    <Link className={`${button.text} ${styles.withdraw}`} href={page.withdrawal_path}>
      {words.withdraw}
    </Link>
  );
}
