import { useId } from "react";
import { useWords } from "../../context/PageContext.tsx";
import { OfferButton } from "./OfferButton.tsx";
import styles from "./offers.module.css";
import type { Offers } from "./useOffers.ts";

/** The shopper's store credit; a click pays with it. The rest remains for later orders. */
export function StoreCredit({ offers, form }: { offers: Offers; form: string }) {
  const words = useWords();
  const id = useId();
  const { credits } = offers.offers;
  if (credits.length === 0) return null;
  return (
    <section
      className={styles.area}
      aria-labelledby={id}
      aria-busy={offers.processing}
      data-processing={offers.processing || undefined}
    >
      <h3 id={id}>{words.storeCredit}</h3>
      <ul>
        {credits.map((credit) => (
          <li key={credit.id}>
            <OfferButton {...credit} offers={offers} form={form}>
              <strong>{words.creditOf(credit.balance)}</strong>
              <small>
                <code>{credit.code}</code>
                {credit.ends && ` · ${credit.ends}`}
              </small>
            </OfferButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
