import { useNetAmount } from "../../../components/NetMark.tsx";
import { useFormat, useLang, useShell, useWords } from "../../../context/PageContext.tsx";
import { core } from "../../../core/core.ts";
import type { ProductPage } from "../../../core/types.ts";
import { Icon } from "../../../ui/Icon.tsx";
import styles from "./DeliveryNote.module.css";

/** Delivery, cold chain, age and returns beside the button, as they are part of the decision. */
export function DeliveryNote({ page }: { page: ProductPage }) {
  const words = useWords("product");
  const lang = useLang();
  const perishable = page.food?.perishable ?? false;
  const format = useFormat();
  const netAmount = useNetAmount();
  const { free_shipping_from_cents: free } = useShell();
  // A booking is neither delivered nor returned.
  const goods = !page.purchase?.booking;
  if (!goods && page.min_age_years === null && page.withdrawal.length === 0) return null;
  return (
    <section className={styles.note} aria-label={words.deliveryTitle}>
      <ul>
        {page.digital && (
          <li>
            <Icon name="mail" />
            <span>{words.digitalProduct}</span>
          </li>
        )}
        {goods && !page.digital && (
          <li>
            <Icon name="truck" />
            <span>
              {words.deliveryText}
              {free !== null && ` ${words.freeShippingFrom(netAmount(format.price(free)))}.`}
            </span>
          </li>
        )}
        {perishable && (
          <li>
            <Icon name="snow" />
            <span>{words.coldChain}</span>
          </li>
        )}
        {page.min_age_years !== null && (
          <li>
            <Icon name="alert" />
            <span>{core().messageText("adults_only", { years: String(page.min_age_years) }, lang)}</span>
          </li>
        )}
        {page.withdrawal.map((sentence) => (
          <li key={sentence}>
            <Icon name="return" />
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
