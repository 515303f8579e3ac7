import type { ReactNode } from "react";
import { useWords } from "../../context/PageContext.tsx";
import { useHydrated } from "../../context/useHydrated.ts";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./offers.module.css";
import type { Offers } from "./useOffers.ts";

interface OfferButtonProps {
  id: number;
  code: string;
  active: boolean;
  applied: boolean;
  offers: Offers;
  /** Id of the form that submits the code without scripts. */
  form: string;
  children: ReactNode;
}

/** Button for a coupon or store credit. It stays in place once applied, so that it keeps the focus. */
export function OfferButton({ id, code, active, applied, offers, form, children }: OfferButtonProps) {
  const words = useWords();
  const usable = active && !offers.processing;
  // After hydration, Enter in a field of that form must not trigger this button.
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
