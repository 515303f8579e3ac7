import { useId } from "react";
import { useWords } from "../../context/PageContext.tsx";
import { OfferButton } from "./OfferButton.tsx";
import styles from "./offers.module.css";
import type { Offers } from "./useOffers.ts";

/** Coupons for the shopper or for everyone; a click applies one. Coupons whose conditions the cart does not meet yet state what is
 * missing. */
export function MyCoupons({ offers, form }: { offers: Offers; form: string }) {
  const words = useWords();
  const id = useId();
  const { coupons } = offers.offers;
  if (coupons.length === 0) return null;
  return (
    <section
      className={styles.area}
      aria-labelledby={id}
      aria-busy={offers.processing}
      data-processing={offers.processing || undefined}
    >
      <h3 id={id}>{words.myCoupons}</h3>
      <ul>
        {coupons.map((coupon) => (
          <li key={coupon.id}>
            <OfferButton {...coupon} offers={offers} form={form}>
              <strong>{coupon.label}</strong>
              {coupon.description && <span>{coupon.description}</span>}
              <small>
                <code>{coupon.code}</code>
                {coupon.ends && ` · ${coupon.ends}`}
              </small>
              {coupon.waits && <small>{coupon.waits}</small>}
            </OfferButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
