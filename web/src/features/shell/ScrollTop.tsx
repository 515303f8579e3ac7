import { useEffect, useState } from "react";
import { useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import { Icon } from "../../ui/Icon.tsx";
import styles from "./ScrollTop.module.css";

const header = () => document.getElementById("inizio");

/**
 * Leads back to the top of a long page, once that is far away. It covers no content: it is at the end of the page, and in the
 * margin if the window has one.
 */
export function ScrollTop() {
  const words = useWords();
  const [isVisible, setIsVisible] = useState(false);
  useEffect(() => {
    const look = () =>
      setIsVisible(core().scrollTopShown(Math.round(window.scrollY), header()?.offsetHeight ?? null));
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return (
    <button
      type="button"
      className={styles.top}
      data-shown={isVisible || undefined}
      onClick={() => {
        window.scrollTo({ top: 0 });
        // The button disappears, so the focus moves to the top.
        header()?.focus({ preventScroll: true });
      }}
    >
      <Icon name="up" />
      <span>{words.toTop}</span>
    </button>
  );
}
