import { useEffect, useId, useRef } from "react";
import button from "../../../components/button.module.css";
import { ConsentChoices } from "../../../components/consent/ConsentChoices.tsx";
import { Icon } from "../../../components/Icon.tsx";
import { CONSENT_FORM, sendConsent } from "../../../context/consent/consentForm.ts";
import { useConsent } from "../../../context/consent/useConsent.ts";
import { useShell } from "../../../context/PageContext.tsx";
import styles from "./ConsentBanner.module.css";

/** Asks for consent to cookies, on every page until it is answered. First for the keyboard, over the page's foot for the eye; the
 * page can be used beside it. Without scripts its buttons post a form. */
export function ConsentBanner() {
  const { consent, path } = useShell();
  const { step, banner: kept, recalled } = useConsent();
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const banner = step ? kept : (consent?.banner ?? null);
  useEffect(() => {
    if (recalled) heading.current?.focus();
  }, [recalled]);
  if (!banner) return null;
  // The focus would be lost with the button that had it.
  const goOn = () => document.getElementById("inizio")?.focus({ preventScroll: true });
  const choose = (event: string, words: string) => (
    <button type="submit" name="event" value={event} className={`${button.button} ${styles.choice}`}>
      {words}
    </button>
  );
  return (
    <div
      role="dialog"
      aria-modal="false"
      aria-labelledby={titleId}
      className={styles.banner}
      data-consent-banner=""
    >
      <form method="post" action={CONSENT_FORM} onSubmit={(event) => sendConsent(event, goOn)}>
        <input type="hidden" name="back" value={path} />
        <div className={styles.head}>
          <h2 id={titleId} ref={heading} tabIndex={-1}>
            {banner.title}
          </h2>
          <button type="submit" name="event" value="close" className={styles.close}>
            <Icon name="close" size={22} />
            <span className="visuallyHidden">{banner.close}</span>
          </button>
        </div>
        <p className={styles.text}>
          {banner.text} {banner.policy_path && <a href={banner.policy_path}>{banner.policy}</a>}
        </p>
        <div className={styles.buttons}>
          {choose("deny_all", banner.deny)}
          {choose("accept_all", banner.accept)}
        </div>
        <details className={styles.more}>
          <summary>{banner.view}</summary>
          <ConsentChoices banner={banner} />
          <button
            type="submit"
            name="event"
            value="save_preferences"
            className={`${button.button} ${button.quiet}`}
          >
            {banner.save}
          </button>
        </details>
      </form>
    </div>
  );
}
