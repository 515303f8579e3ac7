import { Notice } from "../../ui/Notice.tsx";
import { useLanguage } from "../context/language.tsx";
import { useUnsaved } from "../context/navigation.ts";
import styles from "./details.module.css";
import { ErrorSummary } from "./ErrorSummary.tsx";
import type { FormState } from "./fields.tsx";
import ui from "./ui.module.css";

/** Sticky bar at the end of a form with its save button, result and errors. Leaving the page with unsaved changes needs
 * confirmation. */
export function SaveBar({
  form,
  unsaved,
  saveLabel,
  children,
}: {
  form: FormState;
  unsaved: boolean;
  /** Label of the button; "save" by default. */
  saveLabel?: string;
  children?: React.ReactNode;
}) {
  const { t } = useLanguage();
  useUnsaved(unsaved);
  return (
    <div className={styles.saveBar}>
      <ErrorSummary form={form} />
      <button type="submit" className={`${ui.button} ${ui.primary}`} aria-disabled={form.busy || undefined}>
        {form.busy ? t("saving") : (saveLabel ?? t("save"))}
      </button>
      {children}
      {unsaved && <span className={ui.small}>{t("unsaved")}</span>}
      <div role="status" className={styles.saved}>
        {form.success && (
          <Notice kind="success">
            <p>{form.success}</p>
          </Notice>
        )}
      </div>
    </div>
  );
}
