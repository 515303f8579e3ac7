import { useLanguage } from "../context/language.tsx";
import { useGuard } from "../context/router.tsx";
import styles from "./details.module.css";
import type { FormState } from "./fields.tsx";
import { Refusals } from "./Refusals.tsx";
import ui from "./ui.module.css";

/** The end of a form: saving, and what came of it. It stays in sight, and so does what was refused. Nobody leaves unsaved changes
 * unasked. */
export function SaveBar({
  form,
  unsaved,
  act,
  children,
}: {
  form: FormState;
  unsaved: boolean;
  /** Words of the button; "save" unless said. */
  act?: string;
  children?: React.ReactNode;
}) {
  const { t } = useLanguage();
  useGuard(unsaved ? t("leaveUnsaved") : null);
  return (
    <div className={styles.saveBar}>
      <Refusals form={form} />
      <button type="submit" className={`${ui.button} ${ui.primary}`} aria-disabled={form.busy || undefined}>
        {form.busy ? t("saving") : (act ?? t("save"))}
      </button>
      {children}
      {unsaved && <span className={ui.small}>{t("unsaved")}</span>}
      <div role="status" className={styles.saved}>
        {form.success && <p className={ui.notice}>{form.success}</p>}
      </div>
    </div>
  );
}
