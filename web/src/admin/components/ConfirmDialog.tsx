import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
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
  const dialog = useRef<HTMLDialogElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    cancelButton.current?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) cancel();
      }}
      // Browsers eventually close the dialog even if `cancel` was prevented.
      onClose={cancel}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`} className={styles.text}>
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
    </dialog>
  );
}
