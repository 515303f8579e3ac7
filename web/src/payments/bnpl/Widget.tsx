import { useId, useState, useSyncExternalStore } from "react";
import { useFormat, useLang } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import button from "../../ui/button.module.css";
import { Dialog } from "../../ui/Dialog.tsx";
import { getAmount, onAmount } from "./amounts.ts";
import styles from "./Widget.module.css";

interface WidgetProps {
  configuration: string;
  /** Key of the amount that the widget displays. */
  amount: string;
}

/**
 * Shows the instalments for the current choice, and a dialog with the conditions. Every figure and every word comes from the
 * core.
 */
export function Widget({ configuration, amount }: WidgetProps) {
  const lang = useLang();
  const format = useFormat();
  const id = useId();
  const [open, setOpen] = useState(false);
  const { unit, quantity } = useSyncExternalStore(onAmount, () => getAmount(amount));
  const now = Math.floor(Date.now() / 1000);
  const offer = unit === null ? null : core().bnplOffer(configuration, unit, quantity, now, lang);
  if (!offer) return null;
  return (
    <div className={styles.widget}>
      <p id={id} className={styles.headline}>
        {offer.headline}
      </p>
      <p className={styles.note}>
        {offer.note}{" "}
        <button type="button" className={button.text} aria-describedby={id} onClick={() => setOpen(true)}>
          {offer.button}
        </button>
      </p>
      <p className={styles.warning}>{offer.warning}</p>
      <Dialog open={open} onClose={() => setOpen(false)} title={offer.title} side="modal">
        <div className={styles.explained}>
          <dl className={styles.parts}>
            {offer.parts.map((part) => (
              <div key={part.day}>
                <dt>{part.day}</dt>
                <dd>{format.price(part.cents)}</dd>
              </div>
            ))}
            <div className={styles.total}>
              <dt>{offer.total_label}</dt>
              <dd>{format.price(offer.total)}</dd>
            </div>
          </dl>
          <ul className={styles.conditions}>
            {offer.conditions.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          <p>
            <strong>{offer.warning}</strong>
          </p>
        </div>
      </Dialog>
    </div>
  );
}
