import { useWords } from "../../../context/PageContext.tsx";
import type { ProductPage } from "../../../core/types.ts";
import { AddOn } from "./AddOn.tsx";
import { BookingFields } from "./BookingFields.tsx";
import { Choices } from "./Choices.tsx";
import styles from "./PurchaseFields.module.css";
import type { Purchase } from "./usePurchase.ts";

/** What a product asks beside variation and quantity, and what it comes to. All texts are the server's. */
export function PurchaseFields({ page, purchase }: { page: ProductPage; purchase: Purchase }) {
  const words = useWords("product");
  const asked = page.purchase;
  if (!asked) return null;
  const booking = purchase.price.booking ?? asked.booking;
  return (
    <div className={styles.fields}>
      {asked.terms.length > 0 && (
        <ul className={styles.promises}>
          {asked.terms.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {booking && <BookingFields booking={booking} purchase={purchase} />}
      {asked.add_ons.map((one) => (
        <AddOn key={one.name} addOn={one} error={purchase.errorOf(one.name)} />
      ))}
      {asked.plans.length > 0 && (
        <Choices
          name="wc_deposit_payment_plan"
          legend={words.howToPay}
          options={asked.plans}
          chosen={asked.plan}
          required
          error={purchase.errorOf("wc_deposit_payment_plan")}
        />
      )}
    </div>
  );
}

/** What the choices come to: the total, what is due now, what later. */
export function PurchaseSum({ page, purchase }: { page: ProductPage; purchase: Purchase }) {
  if (!page.purchase || purchase.price.rows.length === 0) return null;
  return (
    <dl className={styles.sum} aria-live="polite">
      {purchase.price.rows.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
