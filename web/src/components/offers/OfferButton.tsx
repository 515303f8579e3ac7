import type { ReactNode } from "react";
import { useWords } from "../../context/PageContext.tsx";
import { useHydrated } from "../../context/useHydrated.ts";
import { Icon } from "../Icon.tsx";
import styles from "./offers.module.css";
import type { Offers } from "./useOffers.ts";

interface OfferButtonProps {
  id: number;
  code: string;
  active: boolean;
  applied: boolean;
  offers: Offers;
  /** The form that sends it without scripts. */
  form: string;
  children: ReactNode;
}

/** A coupon or credit to be clicked. It stays in its place once it is applied, so that the focus does. */
export function OfferButton({ id, code, active, applied, offers, form, children }: OfferButtonProps) {
  const words = useWords();
  const usable = active && !offers.processing;
  // Once scripts answer, Enter in a field of that form must not press this button.
  const hydrated = useHydrated();
  return (
    <button
      type={hydrated ? "button" : "submit"}
      form={hydrated ? undefined : form}
      name="apply_code"
      value={code}
      data-code={code}
      data-id={id}
      className={`${styles.offer} ${active ? "active-coupon" : ""}`}
      aria-disabled={!usable || undefined}
      onClick={(event) => {
        if (usable && hydrated) offers.click(event.currentTarget);
      }}
    >
      <span className={styles.words}>{children}</span>
      <span className={styles.action} data-applied={applied || undefined}>
        {applied ? (
          <>
            <Icon name="check" size={16} /> {words.offerApplied}
          </>
        ) : (
          active && words.offerUse
        )}
      </span>
    </button>
  );
}
