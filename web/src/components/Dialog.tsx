import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { useWords } from "../context/PageContext.tsx";
import type { Lang } from "../core/types.ts";
import button from "./button.module.css";
import styles from "./Dialog.module.css";
import { Icon } from "./Icon.tsx";

interface DialogProps {
  onClose: () => void;
  title: string;
  /** Language of the title, if it differs from the page's. */
  titleLang?: Lang | null;
  /** Layout: a drawer on one side, a wide drawer, a centred window of the default size, a product window, or full screen. */
  side: "left" | "right" | "wide" | "modal" | "popup" | "full";
  /** Set on levels below the first: goes back one level, by a button before the title and by Escape. */
  onBack?: () => void;
  /** Buttons beside the title. */
  tools?: ReactNode;
  /** Plays the closing animation. */
  leaving?: boolean;
  children: ReactNode;
}

/** Modal panel on the browser's dialog element, which traps the focus, makes the rest of the page inert and restores the focus.
 * Escape and a click outside close it. */
export function Dialog({ open, ...panel }: DialogProps & { open: boolean }) {
  return open ? <OpenDialog {...panel} /> : null;
}

function OpenDialog({ onClose, title, titleLang, side, onBack, tools, leaving, children }: DialogProps) {
  const words = useWords();
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const isSublevel = onBack !== undefined;

  // Close before the element leaves the page: only then does the browser restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  useLayoutEffect(() => {
    if (isSublevel) heading.current?.focus();
  }, [isSublevel]);

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-side={side}
      data-leaving={leaving || undefined}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Also fired by a phone's back gesture.
        event.preventDefault();
        (onBack ?? onClose)();
      }}
      onKeyDown={(event) => {
        // Browsers let a page cancel Escape only once; stop the key before it reaches the dialog.
        if (event.key !== "Escape" || !onBack || event.defaultPrevented) return;
        event.preventDefault();
        onBack();
      }}
      onClick={(event) => {
        // A click on the backdrop targets the dialog element itself; everything inside is a child.
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
