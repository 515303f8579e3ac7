import { useEffect, useState } from "react";
import { useWords } from "../../app/PageContext.tsx";
import { Icon } from "../../components/Icon.tsx";
import { core } from "../../core/core.ts";
import styles from "./ScrollTop.module.css";

const header = () => document.getElementById("inizio");

/** Leads back to the top of a long page, once that is far away. The header scrolls away with the page. */
export function ScrollTop() {
  const words = useWords();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const look = () =>
      setShown(core().scrollTopShown(Math.round(window.scrollY), header()?.offsetHeight ?? null));
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  return (
    <button
      type="button"
      className={styles.top}
      data-shown={shown || undefined}
      aria-label={words.toTop}
      title={words.toTop}
      onClick={() => {
        window.scrollTo({ top: 0 });
        // The button goes, and the next key starts from the top.
        header()?.focus({ preventScroll: true });
      }}
    >
      <Icon name="up" size={24} />
    </button>
  );
}
