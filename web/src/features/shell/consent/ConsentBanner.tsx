import { useEffect, useId, useRef } from "react";
import { ConsentChoices } from "../../../components/consent/ConsentChoices.tsx";
import { ConsentFormFields } from "../../../components/consent/ConsentFormFields.tsx";
import { useCurrentBanner } from "../../../components/consent/useCurrentBanner.ts";
import { CONSENT_FORM, sendConsent } from "../../../context/consent/consentForm.ts";
import { visitRules } from "../../../context/consent/consentStore.ts";
import { useConsent } from "../../../context/consent/useConsent.ts";
import button from "../../../ui/button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { Form, Link } from "../../../ui/Link.tsx";
import styles from "./ConsentBanner.module.css";

/**
 * The cookie consent banner, on every page until a choice is made. It is first in the tab order and at the bottom of the window;
 * the page stays usable. Without scripts its buttons submit a form.
 */
export function ConsentBanner() {
  const { recalled } = useConsent();
  const heading = useRef<HTMLHeadingElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const banner = useCurrentBanner();
  const isShown = banner !== null;
  useEffect(() => {
    if (recalled > 0) heading.current?.focus();
  }, [recalled]);
  useEffect(() => (isShown && box.current ? makeRoom(box.current) : undefined), [isShown]);
  if (!banner) return null;
  // The focus would be lost with the button: it returns to the button that reopened the banner, if there is one.
  const goOn = () => {
    const opener = document.querySelector<HTMLElement>("[data-consent-recall] button");
    if (recalled > 0 && opener) opener.focus();
    else document.getElementById("inizio")?.focus({ preventScroll: true });
  };
  const choose = (event: string, words: string) => (
    <button type="submit" name="event" value={event} className={`${button.button} ${styles.choice}`}>
      {words}
    </button>
  );
  return (
    <div
      ref={box}
      role="dialog"
      aria-modal="false"
      aria-labelledby={titleId}
      className={styles.banner}
      data-consent-banner=""
    >
      <Form method="post" action={CONSENT_FORM} onSubmit={(event) => sendConsent(event, goOn)}>
        <ConsentFormFields />
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
          {banner.text} {banner.policy_path && <Link href={banner.policy_path}>{banner.policy}</Link>}
        </p>
        <div className={styles.buttons}>
          {choose("deny_all", banner.deny)}
          {choose("accept_all", banner.accept)}
        </div>
      </Form>
      {/* A separate form, so that Enter on one of its checkboxes saves them instead of closing the banner. */}
      <details className={styles.more}>
        <summary>{banner.view}</summary>
        <Form method="post" action={CONSENT_FORM} onSubmit={(event) => sendConsent(event, goOn)}>
          <ConsentFormFields />
          <ConsentChoices banner={banner} />
          <button
            type="submit"
            name="event"
            value="save_preferences"
            className={`${button.button} ${button.quiet}`}
          >
            {banner.save}
          </button>
        </Form>
      </details>
    </div>
  );
}

/**
 * Publishes the banner's height to the page, so that the focused element stays above it. While the window is being resized, the
 * layout is updated only once that has ended.
 */
function makeRoom(banner: HTMLElement): () => void {
  const root = document.documentElement.style;
  let resizing: ReturnType<typeof setTimeout> | undefined;
  const measure = () => root.setProperty("--consent-height", `${Math.ceil(banner.offsetHeight)}px`);
  const sizes = new ResizeObserver(() => {
    if (resizing === undefined) measure();
  });
  const resized = () => {
    // Until the rules are loaded, the observer measures at once.
    const wait = visitRules()?.consentTimings().resize_after_ms;
    if (wait === undefined) return;
    clearTimeout(resizing);
    resizing = setTimeout(() => {
      resizing = undefined;
      measure();
    }, wait);
  };
  sizes.observe(banner);
  window.addEventListener("resize", resized);
  return () => {
    clearTimeout(resizing);
    window.removeEventListener("resize", resized);
    sizes.disconnect();
    root.removeProperty("--consent-height");
  };
}
