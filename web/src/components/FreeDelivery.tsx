import { useFormat, useWords } from "../context/PageContext.tsx";
import type { Cart } from "../core/types.ts";
import { Icon } from "../ui/Icon.tsx";
import styles from "./FreeDelivery.module.css";
import { useNetAmount } from "./NetMark.tsx";

/** Progress towards free delivery, from the server's amounts. Renders nothing if the shop does not offer it. */
export function FreeDelivery({ cart }: { cart: Cart }) {
  const words = useWords();
  const format = useFormat();
  const netAmount = useNetAmount();
  const {
    bottega_free_delivery_from: from,
    bottega_free_delivery_reached: reached,
    bottega_free_delivery_missing: missing,
  } = cart.extensions;
  if (!from || !reached || !missing) return null;
  const free = missing === "0";
  return (
    <div className={styles.progress} data-free={free || undefined}>
      <p>
        <Icon name={free ? "check" : "truck"} size={18} />
        {free ? words.freeShippingReached : words.freeShippingMissing(netAmount(format.minor(missing)))}
      </p>
      <progress
        max={from}
        value={reached}
        aria-label={words.freeDeliveryFrom(netAmount(format.minor(from)))}
      />
    </div>
  );
}
