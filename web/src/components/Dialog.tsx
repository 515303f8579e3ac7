import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useWords } from "../context/PageContext.tsx";
import type { Lang } from "../core/types.ts";
import button from "./button.module.css";
import styles from "./Dialog.module.css";
import { Icon } from "./Icon.tsx";

interface DialogProps {
  onClose: () => void;
  title: string;
  /** Language of the title where it is not that of the page. */
  titleLang?: Lang | null;
  /** Where it is: a drawer at a side, a wide one, a window of the usual size in the middle, one for a product, or the whole window. */
  side: "left" | "right" | "wide" | "modal" | "popup" | "full";
  /** Shows a level below the first one: leads back from there, by a button before the title and by Escape. */
  onBack?: () => void;
  /** Buttons beside its title. */
  tools?: ReactNode;
  /** It is about to go. */
  leaving?: boolean;
  children: ReactNode;
}

/** A modal panel on the browser's own dialog element, which keeps the focus inside, makes the rest of the page inert and
 * gives the focus back. Escape and a click beside it close it. */
export function Dialog({ open, ...panel }: DialogProps & { open: boolean }) {
  return open ? <OpenDialog {...panel} /> : null;
}

function OpenDialog({ onClose, title, titleLang, side, onBack, tools, leaving, children }: DialogProps) {
  const words = useWords();
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const below = onBack !== undefined;

  // Before the element is taken out of the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  useLayoutEffect(() => {
    if (below) heading.current?.focus();
  }, [below]);

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-side={side}
      data-leaving={leaving || undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // From a phone's way back, too.
        event.preventDefault();
        (onBack ?? onClose)();
      }}
      onKeyDown={(event) => {
        // A browser lets a dialog refuse to be closed only once: it must not hear of it.
        if (event.key !== "Escape" || !onBack || event.defaultPrevented) return;
        event.preventDefault();
        onBack();
      }}
      onClick={(event) => {
        // The backdrop belongs to the dialog element itself; everything inside is a child.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.panel}>
        <header className={styles.head}>
          {onBack && (
            <button type="button" className={button.icon} onClick={onBack} aria-label={words.back}>
              <Icon name="left" size={24} />
            </button>
          )}
          {/* biome-ignore lint/a11y/noAutofocus: a dialog's focus starts at its title, so that it is read out */}
          <h2 ref={heading} id={titleId} tabIndex={-1} lang={titleLang ?? undefined} autoFocus>
            {title}
          </h2>
          <div className={styles.tools}>
            {tools}
            <button type="button" className={button.icon} onClick={onClose} aria-label={words.close}>
              <Icon name="close" size={24} />
            </button>
          </div>
        </header>
        {children}
      </div>
    </dialog>
  );
}
