import { useShell, useWords } from "../../context/PageContext.tsx";
import { Link } from "../../ui/Link.tsx";
import { Flag } from "./Flag.tsx";
import styles from "./LanguageSwitcher.module.css";

/** Links to the page in each language. With `brief`, only the other languages are shown, where space is limited. */
export function LanguageSwitcher({ brief = false }: { brief?: boolean }) {
  const { lang, languages } = useShell();
  const words = useWords();
  return (
    <ul className={styles.languages} data-brief={brief || undefined} aria-label={words.languages}>
      {languages.map((one) => (
        <li key={one.lang}>
          <Link
            href={one.path}
            hrefLang={one.lang}
            lang={one.lang}
            aria-current={one.lang === lang ? "true" : undefined}
          >
            <Flag lang={one.lang} /> {one.name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
