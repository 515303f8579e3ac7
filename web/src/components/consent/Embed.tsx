import { useEffect, useRef } from "react";
import { CONSENT_FORM, sendConsent } from "../../context/consent/consentForm.ts";
import { useAllowed, useConsent } from "../../context/consent/useConsent.ts";
import { useWords } from "../../context/PageContext.tsx";
import type { EmbedView } from "../../core/types.ts";
import button from "../../ui/button.module.css";
import { Form, Link } from "../../ui/Link.tsx";
import { ConsentFormFields } from "./ConsentFormFields.tsx";
import styles from "./Embed.module.css";

/** A frame may play media and open pages of its own, but not navigate the page. */
const SANDBOX =
  "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation allow-forms";

/** Third-party content. Without consent nothing of it is loaded, and a placeholder with a button is shown. */
export function Embed({ embed }: { embed: EmbedView }) {
  const { newTabHint } = useWords();
  const { choices } = useConsent();
  const allowed = useAllowed(embed.category, embed.service);
  const before = useRef({ allowed, choices });
  // The content needs a page rendered with it, as only that page's content security policy allows the host; hence the reload. It needs
  // a choice made on this page, the first known one or one after consent was given elsewhere: otherwise a page that the server still
  // renders without the content would reload forever.
  useEffect(() => {
    const isNewlyAllowed = before.current.allowed === false || choices > before.current.choices;
    if (isNewlyAllowed && allowed && !embed.allowed) window.location.reload();
    before.current = { allowed, choices };
  }, [allowed, choices, embed.allowed]);

  if (embed.allowed && allowed !== false) {
    if (embed.kind === "script") return <AllowedScript address={embed.address} />;
    return (
      <iframe
        className={styles.frame}
        src={embed.address}
        title={embed.title || embed.name}
        loading="lazy"
        sandbox={SANDBOX}
        allow="fullscreen"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  }
  return (
    <Form
      method="post"
      action={CONSENT_FORM}
      className={embed.kind === "script" ? styles.note : styles.placeholder}
      data-consent-waiting={embed.service}
      data-category={embed.category}
      onSubmit={(event) => sendConsent(event)}
    >
      <input type="hidden" name="event" value="accept_placeholder" />
      <input type="hidden" name="category" value={embed.category} />
      <input type="hidden" name="service" value={embed.service} />
      <ConsentFormFields />
      {embed.title && <p className={styles.title}>{embed.title}</p>}
      <p>{embed.text}</p>
      <button type="submit" className={button.button}>
        {embed.accept}
        {embed.title && <span className="visuallyHidden">: {embed.title}</span>}
      </button>
      {embed.kind === "frame" && (
        <Link href={embed.address} target="_blank" rel="noopener noreferrer">
          {embed.elsewhere}
          <span className="visuallyHidden"> ({newTabHint})</span>
        </Link>
      )}
    </Form>
  );
}

/** Loads an allowed script, once per document however often the page is rendered. */
function AllowedScript({ address }: { address: string }) {
  useEffect(() => {
    const isLoaded = [...document.scripts].some((script) => script.src === address);
    if (isLoaded) return;
    const script = document.createElement("script");
    script.async = true;
    script.src = address;
    document.head.append(script);
  }, [address]);
  return null;
}
