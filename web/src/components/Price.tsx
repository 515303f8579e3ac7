import { useFormat, useShell, useWords } from "../context/PageContext.tsx";
import type { PriceView, UnitPrice } from "../core/types.ts";
import { Link } from "../ui/Link.tsx";
import styles from "./Price.module.css";
import { PriceTiers } from "./PriceTiers.tsx";

interface PriceProps {
  price: PriceView;
  unitPrice: UnitPrice | null | undefined;
  size?: "card" | "page";
}

/** Price with the details that the law requires: the price per kg or litre and, for a reduced price, the lowest price of the last
 * 30 days. */
export function Price({ price, unitPrice, size = "card" }: PriceProps) {
  const words = useWords();
  const format = useFormat();
  const { net_prices: net } = useShell();
  if (price.hidden && size === "card") {
    return (
      <p className={styles.hidden}>
        <Link href="/my-account/">{words.logInForPrices}</Link>
      </p>
    );
  }
  if (price.price_cents === null) return null;
  const ranged = price.max_cents !== undefined && price.max_cents !== price.price_cents;
  const reduced = price.regular_cents !== undefined && price.regular_cents !== price.price_cents;
  return (
    <div className={styles.price} data-size={size}>
      <p className={styles.amounts}>
        {ranged && <span className={styles.from}>{words.from} </span>}
        {reduced && <span className="visuallyHidden">{words.salePrice} </span>}
        <span className={reduced ? styles.reduced : styles.amount}>{format.price(price.price_cents)}</span>
        {reduced && price.regular_cents !== undefined && (
          <>
            {" "}
            <span className="visuallyHidden">{words.fullPrice} </span>
            <s className={styles.full}>{format.price(price.regular_cents)}</s>
          </>
        )}
        {price.period && <span className={styles.period}> {price.period}</span>}
        {net && <span className={styles.period}> {words.withoutTax}</span>}
      </p>
      {size === "page" ? (
        <PriceTiers tiers={price.tiers} />
      ) : (
        price.least_cents !== undefined && (
          <p className={styles.tier}>
            {words.pricesByQuantity}: {words.fromAmount(format.price(price.least_cents))}
          </p>
        )
      )}
      {unitPrice && (
        <p className={styles.unit}>{words.perUnit(format.price(unitPrice.cents), unitPrice.unit)}</p>
      )}
      {reduced && price.lowest_30_days_cents !== undefined && (
        <p className={styles.lowest}>{words.lowest30(format.price(price.lowest_30_days_cents))}</p>
      )}
    </div>
  );
}
