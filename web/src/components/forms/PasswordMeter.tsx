import type { PasswordMeter as Meter } from "../../core/types.ts";
import styles from "./PasswordMeter.module.css";

/** Strength of the typed password as a text and a bar. */
export function PasswordMeter({ meter }: { meter: Meter | null }) {
  const visibleMeter = meter?.visible ? meter : null;
  return (
    <div className={styles.meter} data-level={visibleMeter?.level} aria-live="polite">
      {visibleMeter && (
        <>
          <span className={styles.bar} aria-hidden="true" />
          <p className={styles.label}>{visibleMeter.label}</p>
          {visibleMeter.hint && <p className={styles.hint}>{visibleMeter.hint}</p>}
        </>
      )}
    </div>
  );
}
