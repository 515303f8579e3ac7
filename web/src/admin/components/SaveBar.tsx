import { useLanguage } from "../app/language.tsx";
import styles from "../pages/details.module.css";
import type { FormState } from "./fields.tsx";
import ui from "./ui.module.css";
import { Outcome } from "./ui.tsx";

/** The end of a form: saving, and what came of it. */
export function SaveBar({
  form,
  unsaved,
  children,
}: {
  form: FormState;
  unsaved: boolean;
  children?: React.ReactNode;
}) {
  const { t } = useLanguage();
  return (
    <div className={styles.saveBar}>
      <button type="submit" className={`${ui.button} ${ui.primary}`} aria-disabled={form.busy || undefined}>
        {form.busy ? t("saving") : t("save")}
      </button>
      {children}
      {unsaved && <span className={ui.small}>{t("unsaved")}</span>}
      <Outcome error={form.refused} success={form.success} />
    </div>
  );
}
