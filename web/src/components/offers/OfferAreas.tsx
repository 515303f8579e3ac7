import type { CartOffers } from "../../core/types.ts";
import { MyCoupons } from "./MyCoupons.tsx";
import styles from "./offers.module.css";
import { StoreCredit } from "./StoreCredit.tsx";
import { useOffers } from "./useOffers.ts";

/** Coupons and store credit that a click applies, and the error of the last one. `form` is the id of the form that submits them
 * without scripts. */
export function OfferAreas({ initial, form }: { initial: CartOffers; form: string }) {
  const offers = useOffers(initial);
  return (
    <div className={styles.areas}>
      <MyCoupons offers={offers} form={form} />
      <StoreCredit offers={offers} form={form} />
      <p role="alert" className={styles.refusal}>
        {offers.error}
      </p>
    </div>
  );
}
