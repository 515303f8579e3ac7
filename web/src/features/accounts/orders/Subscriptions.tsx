import { useWords } from "../../../context/PageContext.tsx";
import type { AccountSubscription } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Link } from "../../../ui/Link.tsx";
import styles from "./Subscriptions.module.css";

/** All subscriptions, each with its status, amount and next payment. */
export function Subscriptions({ subscriptions }: { subscriptions: AccountSubscription[] }) {
  const words = useWords("account");
  return (
    <>
      <h1 tabIndex={-1}>{words.subscriptions}</h1>
      {subscriptions.length === 0 ? (
        <>
          <p>{words.noSubscriptions}</p>
          <Link className={`${button.button} ${styles.start}`} href="/negozio/">
            {words.toShop}
          </Link>
        </>
      ) : (
        <ul className={styles.list}>
          {subscriptions.map((one) => (
            <li key={one.number}>
              <h2>
                <Link href={one.path}>{one.title}</Link>
              </h2>
              <p className={styles.state} data-status={one.status}>
                <span className="visuallyHidden">{words.status}: </span>
                <span>{one.status_label}</span>
              </p>
              <p>{one.each}</p>
              {one.next && (
                <p className={styles.next}>
                  {words.nextPayment}: {one.next}
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
