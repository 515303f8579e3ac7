import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Dialog } from "../../ui/Dialog.tsx";
import { useLanguage } from "../context/language.tsx";
import styles from "./ConfirmDialog.module.css";
import ui from "./ui.module.css";

interface Props {
  title: string;
  children: ReactNode;
  /** Label of the button that confirms. */
  confirmLabel: string;
  busy: boolean;
  confirm: () => void;
  cancel: () => void;
}

/** Confirmation before something that cannot be undone. The focus starts on the cancel button, so that one keystroke too many does
 * no harm. */
export function ConfirmDialog({ title, children, confirmLabel, busy, confirm, cancel }: Props) {
  const { t } = useLanguage();
  const cancelButton = useRef<HTMLButtonElement>(null);
  const textId = useId();
  useLayoutEffect(() => cancelButton.current?.focus(), []);
  return (
    <Dialog open side="small" title={title} describedBy={textId} busy={busy} onClose={cancel}>
      <div className={styles.content}>
        <div id={textId} className={styles.text}>
          {children}
        </div>
        <div className={ui.buttons}>
          <button
            type="button"
            className={`${ui.button} ${ui.primary}`}
            aria-disabled={busy || undefined}
            onClick={() => !busy && confirm()}
          >
            {busy ? t("saving") : confirmLabel}
          </button>
          <button
            ref={cancelButton}
            type="button"
            className={ui.button}
            aria-disabled={busy || undefined}
            onClick={() => !busy && cancel()}
          >
            {t("cancel")}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
