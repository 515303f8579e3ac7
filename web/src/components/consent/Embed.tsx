import { useEffect, useRef } from "react";
import { CONSENT_FORM, sendConsent } from "../../context/consent/consentForm.ts";
import { useAllowed, useConsent } from "../../context/consent/useConsent.ts";
import { useWords } from "../../context/PageContext.tsx";
import type { EmbedView } from "../../core/types.ts";
import button from "../button.module.css";
import { ConsentPlace } from "./ConsentPlace.tsx";
import styles from "./Embed.module.css";

/** What a frame may do: play, and open a page of its own; not lead this page away. */
const SANDBOX =
  "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation allow-forms";

/** Content of others. Until it is allowed nothing of it is loaded, and a sentence with a button stands in its place. */
export function Embed({ embed }: { embed: EmbedView }) {
  const { newTabHint } = useWords();
  const { choices } = useConsent();
  const allowed = useAllowed(embed.category, embed.service);
  const before = useRef({ allowed, choices });
  // Only a page that the server has made with it may load it: its policy names the host. A choice may be the first that is known of
  // consent here, or be made where it was allowed elsewhere already; without one a page that comes the same would be loaded for ever.
  useEffect(() => {
    const newly = before.current.allowed === false || choices > before.current.choices;
    if (newly && allowed && !embed.allowed) window.location.reload();
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
    <form
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
      <ConsentPlace />
      {embed.title && <p className={styles.title}>{embed.title}</p>}
      <p>{embed.text}</p>
      <button type="submit" className={button.button}>
        {embed.accept}
        {embed.title && <span className="visuallyHidden">: {embed.title}</span>}
      </button>
      {embed.kind === "frame" && (
        <a href={embed.address} target="_blank" rel="noopener noreferrer">
          {embed.elsewhere}
          <span className="visuallyHidden"> ({newTabHint})</span>
        </a>
      )}
    </form>
  );
}

/** A script that may run: once for the document, however often the page is shown. */
function AllowedScript({ address }: { address: string }) {
  useEffect(() => {
    const known = [...document.scripts].some((script) => script.src === address);
    if (known) return;
    const script = document.createElement("script");
    script.async = true;
    script.src = address;
    document.head.append(script);
  }, [address]);
  return null;
}
