import { useWords } from "../../context/PageContext.tsx";
import type { PageLink } from "../../core/types.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Link } from "../../ui/Link.tsx";
import styles from "./ActiveFilters.module.css";

/** The active filters of a list; each chip removes its filter. */
export function ActiveFilters({ active, clearPath }: { active: PageLink[]; clearPath: string }) {
  const words = useWords();
  if (active.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label={words.activeFilters}>
      {active.map((link) => (
        <li key={link.path}>
          <Link href={link.path} rel="nofollow" data-keep-scroll="">
            <span className="visuallyHidden">{words.removeFilter(link.label)}</span>
            <span aria-hidden="true">{link.label}</span>
            <Icon name="close" size={14} />
          </Link>
        </li>
      ))}
      <li>
        <Link className={styles.clear} href={clearPath} data-keep-scroll="">
          {words.clearFilters}
        </Link>
      </li>
    </ul>
  );
}
