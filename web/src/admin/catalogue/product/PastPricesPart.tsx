import styles from "../../components/details.module.css";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import type { ProductForm } from "./useProductForm.ts";

/** Past prices and the lowest price of the last 30 days. */
export function PastPricesPart({ form }: { form: ProductForm }) {
  const { t, format } = useLanguage();
  const { prices, lowest_30_days_cents: lowest } = form.product;
  if (prices.length === 0) return null;
  return (
    <details className={`${ui.card} ${styles.more}`}>
      <summary>{t("productPrices")}</summary>
      <div className={styles.stack}>
        <p className={ui.small}>
          {typeof lowest === "number" ? t("lowest30", { price: format.price(lowest) }) : t("noLowest30")}
        </p>
        <table className={ui.table}>
          <thead>
            <tr>
              <th scope="col">{t("priceSince")}</th>
              <th scope="col" className={ui.number}>
                {t("priceWas")}
              </th>
            </tr>
          </thead>
          <tbody>
            {prices.map((price) => (
              <tr key={`${price.since} ${price.price_cents}`}>
                <th scope="row">{format.moment(price.since)}</th>
                <td className={ui.number}>{format.price(price.price_cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
