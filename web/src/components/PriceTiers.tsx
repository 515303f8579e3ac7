import { useFormat, useWords } from "../context/PageContext.tsx";
import type { PriceView } from "../core/types.ts";
import styles from "./PriceTiers.module.css";

/** Table of unit prices by quantity. */
export function PriceTiers({ tiers = [] }: Pick<PriceView, "tiers">) {
  const words = useWords();
  const format = useFormat();
  if (tiers.length === 0) return null;
  return (
    <table className={styles.tiers}>
      <caption>{words.pricesByQuantity}</caption>
      <tbody>
        {tiers.map((tier) => (
          <tr key={tier.from_quantity}>
            <th scope="row">{words.fromPieces(format.integer(tier.from_quantity))}</th>
            <td>{format.price(tier.price_cents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
