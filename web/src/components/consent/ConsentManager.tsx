import { CONSENT_FORM, sendConsent } from "../../context/consent/consentForm.ts";
import { useConsent } from "../../context/consent/useConsent.ts";
import { useShell } from "../../context/PageContext.tsx";
import type { ConsentBanner, ConsentStep } from "../../core/types.ts";
import button from "../button.module.css";
import { ConsentChoices } from "./ConsentChoices.tsx";
import styles from "./ConsentManager.module.css";

/** The choices about cookies on the policy page, to be changed there. */
export function ConsentManager({ manager }: { manager: ConsentBanner }) {
  const { path } = useShell();
  const { step } = useConsent();
  const chosen = step ? JSON.stringify([step.allowed, step.state.services]) : "";
  return (
    <form
      // Another choice, made elsewhere on the page, is what the boxes begin with.
      key={chosen}
      method="post"
      action={CONSENT_FORM}
      className={styles.manager}
      aria-label={manager.title}
      onSubmit={(event) => sendConsent(event)}
    >
      <input type="hidden" name="back" value={path} />
      <ConsentChoices banner={step ? ticked(manager, step) : manager} />
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
    </form>
  );
}

/** Boxes as the visitor's choices are by now. */
function ticked(manager: ConsentBanner, step: ConsentStep): ConsentBanner {
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
