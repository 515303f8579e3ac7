import { useState } from "react";
import fieldStyles from "../../../ui/Field.module.css";
import { previewOf } from "../../api/calls.ts";
import type { Refused } from "../../api/client.ts";
import { useLanguage } from "../../context/language.tsx";
import { useSentence } from "../ui.tsx";
import styles from "./richText.module.css";

/** Shows what of a text in HTML will be left in the shop. */
export function Preview({ html }: { html: string }) {
  const { t } = useLanguage();
  const sentence = useSentence();
  const [shown, setShown] = useState<string | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  const show = async () => {
    if (shown !== null) return setShown(null);
    try {
      setShown((await previewOf(html)).html);
      setRefused(null);
    } catch (reason) {
      setRefused(reason as Refused);
    }
  };
  return (
    <>
      <button
        type="button"
        className={styles.mode}
        aria-expanded={shown !== null}
        onClick={() => void show()}
      >
        {t(shown === null ? "preview" : "closePreview")}
      </button>
      <div role="alert">{refused && <p className={fieldStyles.error}>{sentence(refused)}</p>}</div>
      {shown !== null && (
        <section
          aria-label={t("preview")}
          className={styles.preview}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server cleaned it, as it does for shoppers
          dangerouslySetInnerHTML={{ __html: shown }}
        />
      )}
    </>
  );
}
