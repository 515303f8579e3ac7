import { useEffect, useState } from "react";
import { Icon } from "../../components/Icon.tsx";
import { useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import styles from "./ScrollTop.module.css";

const header = () => document.getElementById("inizio");

/** Leads back to the top of a long page, once that is far away. It lies over nothing: it stands at the end of the page, and in the
 * margin where the window has one. */
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
      onClick={() => {
        window.scrollTo({ top: 0 });
        // The button goes, and the next key starts from the top.
        header()?.focus({ preventScroll: true });
      }}
    >
      <Icon name="up" />
      <span>{words.toTop}</span>
    </button>
  );
}
