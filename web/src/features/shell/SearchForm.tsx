import { useWords } from "../../app/PageContext.tsx";
import { Icon } from "../../components/Icon.tsx";
import styles from "./SearchForm.module.css";

/** Words to search the shop for. */
export function SearchForm() {
  const words = useWords();
  return (
    <search className={styles.search}>
      <form method="get" action="/negozio/">
        <label className="visuallyHidden" htmlFor="cerca">
          {words.searchLabel}
        </label>
        <input
          id="cerca"
          type="search"
          name="s"
          placeholder={words.searchPlaceholder}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          required
        />
        <button type="submit" aria-label={words.search}>
          <Icon name="search" />
        </button>
      </form>
    </search>
  );
}
