import { useWords } from "../../../../context/PageContext.tsx";
import type { ProductPage } from "../../../../core/types.ts";
import { AddOn } from "./AddOn.tsx";
import { BookingFields } from "./BookingFields.tsx";
import { Choices } from "./Choices.tsx";
import styles from "./PurchaseFields.module.css";
import type { Purchase } from "./usePurchase.ts";

/** The fields of a product besides variation and quantity, and their total. The server provides all texts. */
export function PurchaseFields({ page, purchase }: { page: ProductPage; purchase: Purchase }) {
  const words = useWords("product");
  const purchaseForm = page.purchase;
  if (!purchaseForm) return null;
  const booking = purchase.price.booking ?? purchaseForm.booking;
  return (
    <div className={styles.fields}>
      {purchaseForm.terms.length > 0 && (
        <ul className={styles.promises}>
          {purchaseForm.terms.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {booking && <BookingFields booking={booking} purchase={purchase} />}
      {purchaseForm.add_ons.map((one) => (
        <AddOn key={one.name} addOn={one} error={purchase.errorOf(one.name)} />
      ))}
      {purchaseForm.plans.length > 0 && (
        <Choices
          name="wc_deposit_payment_plan"
          legend={words.howToPay}
          options={purchaseForm.plans}
          chosen={purchaseForm.plan}
          required
          error={purchase.errorOf("wc_deposit_payment_plan")}
        />
      )}
    </div>
  );
}

/** The price of the choices: the total, the part due now, and the part due later. */
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
