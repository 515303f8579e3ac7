import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useLanguage } from "../context/language.tsx";
import styles from "./Ask.module.css";
import ui from "./ui.module.css";

interface Props {
  title: string;
  children: ReactNode;
  /** Words of the button that does it. */
  act: string;
  busy: boolean;
  confirm: () => void;
  cancel: () => void;
}

/** A question before something that cannot be undone. The focus starts at the way back, so that a key pressed once too often
 * does nothing. */
export function Ask({ title, children, act, busy, confirm, cancel }: Props) {
  const { t } = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const id = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    back.current?.focus();
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
      // Browsers close it in the end even if they are asked not to.
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
          {busy ? t("saving") : act}
        </button>
        <button
          ref={back}
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
