import { useState } from "react";
import fieldStyles from "../../../ui/Field.module.css";
import { previewHtml } from "../../api/calls.ts";
import type { ApiError } from "../../api/client.ts";
import { useLanguage } from "../../context/language.tsx";
import { useSentence } from "../ui.tsx";
import styles from "./richText.module.css";

/** Previews an HTML text as the server will sanitize it for the shop. */
export function Preview({ html }: { html: string }) {
  const { t } = useLanguage();
  const sentence = useSentence();
  const [preview, setPreview] = useState<string | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const togglePreview = async () => {
    if (preview !== null) return setPreview(null);
    try {
      setPreview((await previewHtml(html)).html);
      setError(null);
    } catch (reason) {
      setError(reason as ApiError);
    }
  };
  return (
    <>
      <button
        type="button"
        className={styles.mode}
        aria-expanded={preview !== null}
        onClick={() => void togglePreview()}
      >
        {t(preview === null ? "preview" : "closePreview")}
      </button>
      <div role="alert">{error && <p className={fieldStyles.error}>{sentence(error)}</p>}</div>
      {preview !== null && (
        <section
          aria-label={t("preview")}
          className={styles.preview}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitized it as for shoppers
          dangerouslySetInnerHTML={{ __html: preview }}
        />
      )}
    </>
  );
}
