import { useFormat, useShell, useWords } from "../../app/PageContext.tsx";
import { Icon } from "../../components/Icon.tsx";
import type { ProductPage } from "../../core/types.ts";
import styles from "./DeliveryNote.module.css";

/** Delivery, cold chain and returns beside the button, as they are part of the decision. */
export function DeliveryNote({ page }: { page: ProductPage }) {
  const perishable = page.food?.perishable ?? false;
  const words = useWords();
  const format = useFormat();
  const { free_shipping_from_cents: free } = useShell();
  // A booking is neither delivered nor sent back.
  if (page.purchase?.booking) return null;
  return (
    <section className={styles.note} aria-label={words.deliveryTitle}>
      <ul>
        {page.digital && (
          <li>
            <Icon name="mail" />
            <span>{words.digitalProduct}</span>
          </li>
        )}
        {!page.digital && (
          <li>
            <Icon name="truck" />
            <span>
              {words.deliveryText}
              {free !== null && ` ${words.freeShippingFrom(format.price(free))}.`}
            </span>
          </li>
        )}
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
