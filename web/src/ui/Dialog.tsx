import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import button from "./button.module.css";
import styles from "./Dialog.module.css";
import { Icon } from "./Icon.tsx";
import { useKitWords } from "./words.ts";

interface DialogProps {
  onClose: () => void;
  title: string;
  /** Language of the title, if it differs from the page's. */
  titleLang?: string | null;
  /** Layout: a drawer on one side, a wide drawer, a centred window of the default size or as high as its content, a product window,
   * or full screen. */
  side: "left" | "right" | "wide" | "modal" | "small" | "popup" | "full";
  /** Set on levels below the first: goes back one level, by a button before the title and by Escape. */
  back?: { label: string; go: () => void } | undefined;
  /** Buttons beside the title. */
  tools?: ReactNode;
  /** Plays the closing animation. */
  leaving?: boolean;
  /** Keeps the dialog open while something is sent. */
  busy?: boolean;
  /** Id of the text that explains the dialog. */
  describedBy?: string;
  children: ReactNode;
}

/** Modal panel on the browser's dialog element, which traps the focus, makes the rest of the page inert and restores the focus.
 * Escape and a click outside close it. */
export function Dialog({ open, ...panel }: DialogProps & { open: boolean }) {
  return open ? <OpenDialog {...panel} /> : null;
}

function OpenDialog(props: DialogProps) {
  const {
    onClose,
    title,
    titleLang,
    side,
    back,
    tools,
    leaving,
    busy = false,
    describedBy,
    children,
  } = props;
  const words = useKitWords();
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const isSublevel = back !== undefined;

  const close = () => {
    if (!busy) onClose();
  };

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
      aria-describedby={describedBy}
      onCancel={(event) => {
        // Also fired by a phone's back gesture.
        event.preventDefault();
        (back?.go ?? close)();
      }}
      onClose={({ currentTarget: dialog }) => {
        // A second Escape closes it whatever the page wants. Closing it on the way out of the page reports nothing.
        if (dialog.open || !dialog.isConnected) return;
        if (busy) dialog.showModal();
        else onClose();
      }}
      onKeyDown={(event) => {
        // Browsers let a page cancel Escape only once; stop the key before it reaches the dialog.
        if (event.key !== "Escape" || !back || event.defaultPrevented) return;
        event.preventDefault();
        back.go();
      }}
      onClick={(event) => {
        // A click on the backdrop targets the dialog element itself; everything inside is a child.
        if (event.target === event.currentTarget) close();
      }}
    >
      <div className={styles.panel}>
        <header className={styles.head}>
          {back && (
            <button type="button" className={button.icon} onClick={back.go} aria-label={back.label}>
              <Icon name="left" size={24} />
            </button>
          )}
          {/* biome-ignore lint/a11y/noAutofocus: a dialog's focus starts at its title, so that it is read out */}
          <h2 ref={heading} id={titleId} tabIndex={-1} lang={titleLang ?? undefined} autoFocus>
            {title}
          </h2>
          <div className={styles.tools}>
            {tools}
            <button type="button" className={button.icon} onClick={close} aria-label={words.close}>
              <Icon name="close" size={24} />
            </button>
          </div>
        </header>
        {children}
      </div>
    </dialog>
  );
}
