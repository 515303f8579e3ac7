import { ConsentFormFields } from "../../../components/consent/ConsentFormFields.tsx";
import { CONSENT_FORM, sendConsent } from "../../../context/consent/consentForm.ts";
import { useShell } from "../../../context/PageContext.tsx";
import type { ConsentStep } from "../../../core/types.ts";
import { Form } from "../../../ui/Link.tsx";
import styles from "./ManageConsent.module.css";

/** If there is no banner to reopen, goes to the shop's cookie policy, which explains why. */
function needBanner(step: ConsentStep | null): void {
  if (!step?.banner_shown) throw new Error("no banner");
}

/** Reopens the banner; at the foot of every page. */
export function ManageConsent() {
  const { consent } = useShell();
  if (!consent) return null;
  return (
    <Form
      method="post"
      action={CONSENT_FORM}
      data-consent-recall=""
      onSubmit={(event) => sendConsent(event, needBanner)}
    >
      <input type="hidden" name="event" value="manage_consent" />
      <ConsentFormFields />
      <button type="submit" className={styles.manage}>
        {consent.manage}
      </button>
    </Form>
  );
}
