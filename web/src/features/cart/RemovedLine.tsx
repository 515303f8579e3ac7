import { useEffect, useRef } from "react";
import { undoRemove } from "../../context/cart/cartStore.ts";
import { useCart } from "../../context/cart/useCart.ts";
import { useWords } from "../../context/PageContext.tsx";
import button from "../../ui/button.module.css";
import styles from "./RemovedLine.module.css";

/** Offers to restore the line that was just removed. It takes the focus that the removed line had. */
export function RemovedLine() {
  const words = useWords();
  const { removed } = useCart();
  const ref = useRef<HTMLButtonElement>(null);
  const key = removed?.key;
  useEffect(() => {
    if (key) ref.current?.focus();
  }, [key]);
  if (!removed) return null;
  const undo = () => {
    // The button disappears, so the focus moves to the heading above it.
    const dialog = ref.current?.closest("dialog");
    (dialog?.querySelector<HTMLElement>("h2") ?? document.querySelector("h1"))?.focus();
    void undoRemove();
  };
  return (
    <p className={styles.removed}>
      <span>{words.itemRemoved(removed.name)}.</span>
      <button ref={ref} type="button" className={button.text} onClick={undo}>
        {words.undo}
        <span className="visuallyHidden">: {words.putBack(removed.name)}</span>
      </button>
    </p>
  );
}
