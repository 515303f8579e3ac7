import { Announcer } from "../../components/Announcer.tsx";
import { CartErrors } from "../../components/CartErrors.tsx";
import { CouponForm } from "../../components/CouponForm.tsx";
import { ItemPicture } from "../../components/ItemPicture.tsx";
import { OfferAreas } from "../../components/offers/OfferAreas.tsx";
import { Totals } from "../../components/Totals.tsx";
import { useCart } from "../../context/cart/useCart.ts";
import { useFormat, useWords } from "../../context/PageContext.tsx";
import type { Cart, CartOffers } from "../../core/types.ts";
import { Link } from "../../ui/Link.tsx";
import styles from "./OrderSummary.module.css";

/** The items and their costs, before the button that obliges to pay. */
export function OrderSummary({ cart, offers }: { cart: Cart; offers: CartOffers }) {
  const words = useWords("checkout");
  const format = useFormat();
  const pending = useCart().pending > 0;
  return (
    <section className={styles.summary} aria-label={words.orderSummary} aria-busy={pending}>
      <div className={styles.head}>
        <h2>{words.orderSummary}</h2>
        <Link href="/cart/">{words.backToCart}</Link>
      </div>
      <ul className={styles.lines}>
        {cart.items.map((item) => (
          <li key={item.key}>
            <span className={styles.media}>
              <ItemPicture image={item.images[0]} side={64} sizes="64px" />
              <span className={styles.count} aria-hidden="true">
                {format.integer(item.quantity)}
              </span>
            </span>
            <span className={styles.name}>
              {item.name}
              {item.variation.map((one) => (
                <small key={one.raw_attribute + one.attribute}>{one.value}</small>
              ))}
              {item.item_data.map((one) => (
                <small key={one.name}>
                  {one.name}: {one.value}
                </small>
              ))}
              <span className="visuallyHidden">
                {words.quantity}: {format.integer(item.quantity)}
              </span>
            </span>
            <span>{format.inCart(item.totals.line_subtotal, item.totals.line_subtotal_tax)}</span>
          </li>
        ))}
      </ul>
      <CouponForm form="cassa" />
      <OfferAreas initial={offers} form="cassa" />
      <CartErrors cart={cart} />
      <div className={styles.totals}>
        <Totals cart={cart} removable />
      </div>
      <Announcer
        text={pending ? words.updatingTotals : words.totalsUpdated(format.minor(cart.totals.total_price))}
      />
    </section>
  );
}
