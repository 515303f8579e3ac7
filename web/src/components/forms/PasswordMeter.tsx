import type { PasswordMeter as Meter } from "../../core/types.ts";
import styles from "./PasswordMeter.module.css";

/** How hard the typed password is to guess, in words and as a bar. */
export function PasswordMeter({ meter }: { meter: Meter | null }) {
  const shown = meter?.visible ? meter : null;
  return (
    <div className={styles.meter} data-level={shown?.level} aria-live="polite">
      {shown && (
        <>
          <span className={styles.bar} aria-hidden="true" />
          <p className={styles.label}>{shown.label}</p>
          {shown.hint && <p className={styles.hint}>{shown.hint}</p>}
        </>
      )}
    </div>
  );
}
