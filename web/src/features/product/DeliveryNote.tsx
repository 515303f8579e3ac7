import { useFormat, useShell, useWords } from "../../app/PageContext.tsx";
import { Icon } from "../../components/Icon.tsx";
import styles from "./DeliveryNote.module.css";

/** Delivery, cold chain and returns beside the button, as they are part of the decision. */
export function DeliveryNote({ perishable }: { perishable: boolean }) {
  const words = useWords();
  const format = useFormat();
  const { free_shipping_from_cents: free } = useShell();
  return (
    <section className={styles.note} aria-label={words.deliveryTitle}>
      <ul>
        <li>
          <Icon name="truck" />
          <span>
            {words.deliveryText}
            {free !== null && ` ${words.freeShippingFrom(format.price(free))}.`}
          </span>
        </li>
        {perishable && (
          <li>
            <Icon name="snow" />
            <span>{words.coldChain}</span>
          </li>
        )}
        <li>
          <Icon name="return" />
          <span>{perishable ? words.noWithdrawal : words.withdrawal}</span>
        </li>
      </ul>
    </section>
  );
}
