import { useEffect, useRef, useState } from "react";
import type { ThemeFields } from "../../api/types.ts";
import ui from "../../components/ui.module.css";
import { useLanguage } from "../../context/language.tsx";
import styles from "./theme.module.css";

/** A page of the shop that listens for theme messages. */
const PAGE = "/?theme_preview=1";
const READY = "bottega_theme_ready";

/** The shop in a frame with the form's theme. An invalid theme is not applied; the previous one stays. */
export function ThemePreview({ fields }: { fields: ThemeFields }) {
  const { t } = useLanguage();
  const frame = useRef<HTMLIFrameElement>(null);
  const [readyAt, setReadyAt] = useState(0);
  const [phone, setPhone] = useState(false);
  useEffect(() => {
    const hear = (event: MessageEvent<unknown>) => {
      if (event.source === frame.current?.contentWindow && event.data === READY) setReadyAt(Date.now());
    };
    window.addEventListener("message", hear);
    return () => window.removeEventListener("message", hear);
  }, []);
  useEffect(() => {
    if (!readyAt) return;
    const message = JSON.stringify({ type: "bottega_theme", theme: fields });
    frame.current?.contentWindow?.postMessage(message, window.location.origin);
  }, [readyAt, fields]);
  return (
    <div className={styles.preview}>
      <div className={ui.buttons}>
        <button type="button" className={ui.button} aria-pressed={!phone} onClick={() => setPhone(false)}>
          {t("previewWide")}
        </button>
        <button type="button" className={ui.button} aria-pressed={phone} onClick={() => setPhone(true)}>
          {t("previewPhone")}
        </button>
      </div>
      <iframe
        ref={frame}
        src={PAGE}
        title={t("themePreview")}
        className={styles.frame}
        data-phone={phone || undefined}
      />
    </div>
  );
}
