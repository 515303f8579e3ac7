import { useState } from "react";
import { CONSENT_FORM, sendConsent } from "../../context/consent/consentForm.ts";
import { useConsent } from "../../context/consent/useConsent.ts";
import { useWords } from "../../context/PageContext.tsx";
import type { ConsentBanner, ConsentStep } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Form } from "../../ui/Link.tsx";
import { ConsentChoices } from "./ConsentChoices.tsx";
import { ConsentFormFields } from "./ConsentFormFields.tsx";
import styles from "./ConsentManager.module.css";

/** Form on the cookie policy page in which the visitor can change the consent choices. */
export function ConsentManager({ manager }: { manager: ConsentBanner }) {
  const words = useWords("content");
  const { step } = useConsent();
  const [saved, setSaved] = useState(false);
  return (
    <Form
      id="scelte-cookie"
      method="post"
      action={CONSENT_FORM}
      className={styles.manager}
      aria-label={manager.title}
      onSubmit={(event) => {
        setSaved(false);
        sendConsent(event, () => setSaved(true));
      }}
    >
      <ConsentFormFields />
      {manager.text && <p>{manager.text}</p>}
      <ConsentChoices banner={step ? withCurrentChoices(manager, step) : manager} />
      <div className={styles.buttons}>
        <button type="submit" name="event" value="save_preferences" className={button.button}>
          {manager.save}
        </button>
        <button type="submit" name="event" value="accept_all" className={`${button.button} ${button.quiet}`}>
          {manager.accept}
        </button>
        <button type="submit" name="event" value="deny_all" className={`${button.button} ${button.quiet}`}>
          {manager.deny}
        </button>
      </div>
      <p role="status" className={styles.status}>
        {saved && words.consentSaved}
      </p>
    </Form>
  );
}

/** Returns the banner with the visitor's current choices ticked. */
function withCurrentChoices(manager: ConsentBanner, step: ConsentStep): ConsentBanner {
  return {
    ...manager,
    categories: manager.categories.map((one) => {
      const allowed = step.allowed.includes(one.category);
      const services = one.services.map((service) => ({
        ...service,
        allowed: step.state.services[service.id] ?? allowed,
      }));
      return { ...one, allowed, services };
    }),
  };
}
