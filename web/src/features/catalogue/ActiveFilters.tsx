import { Icon } from "../../components/Icon.tsx";
import { useWords } from "../../context/PageContext.tsx";
import type { Link } from "../../core/types.ts";
import styles from "./ActiveFilters.module.css";

/** The active filters of a list; each chip removes its filter. */
export function ActiveFilters({ active, clearPath }: { active: Link[]; clearPath: string }) {
  const words = useWords();
  if (active.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={words.activeFilters}>
      {active.map((link) => (
        <li key={link.path}>
          <a href={link.path} rel="nofollow" data-keep-scroll="">
            <span className="visuallyHidden">{words.removeFilter(link.label)}</span>
            <span aria-hidden="true">{link.label}</span>
            <Icon name="close" size={14} />
          </a>
        </li>
      ))}
      <li>
        <a className={styles.clear} href={clearPath} data-keep-scroll="">
          {words.clearFilters}
        </a>
      </li>
    </ul>
  );
}
