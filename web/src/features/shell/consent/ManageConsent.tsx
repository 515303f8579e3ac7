import { CONSENT_FORM, sendConsent } from "../../../context/consent/consentForm.ts";
import { useShell } from "../../../context/PageContext.tsx";
import styles from "./ManageConsent.module.css";

/** Brings the banner back, at the foot of every page. */
export function ManageConsent() {
  const { consent, path } = useShell();
  if (!consent) return null;
  return (
    <form method="post" action={CONSENT_FORM} onSubmit={(event) => sendConsent(event)}>
      <input type="hidden" name="event" value="manage_consent" />
      <input type="hidden" name="back" value={path} />
      <button type="submit" className={styles.manage}>
        {consent.manage}
      </button>
    </form>
  );
}
