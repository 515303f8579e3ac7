import { useWords } from "../context/PageContext.tsx";
import type { Cart } from "../core/types.ts";
import styles from "./Recurring.module.css";

/** Recurring payments by schedule and their cancellation terms, in the server's wording. */
export function Recurring({ cart }: { cart: Cart }) {
  const words = useWords();
  const { bottega_recurring: rows, bottega_recurring_terms: terms } = cart.extensions;
  if (!rows) return null;
  return (
    <section className={styles.recurring} aria-label={words.recurringTotal}>
      <dl>
        {rows.split("\n").map((row) => {
          const [period, amount, note] = row.split("\t");
          return (
            <div key={row}>
              <dt>
                {words.recurringTotal} {period}
                <small>{note}</small>
              </dt>
              <dd>{amount}</dd>
            </div>
          );
        })}
      </dl>
      <p>{terms}</p>
    </section>
  );
}
