import { useId } from "react";
import { gridSizes } from "../../components/gridSizes.ts";
import { Picture } from "../../components/Picture.tsx";
import { useFormat, useWords } from "../../context/PageContext.tsx";
import type { MenuEntry } from "../../core/types.ts";
import { Link } from "../../ui/Link.tsx";
import styles from "./CategoryTiles.module.css";

/** Categories with their pictures. */
export function CategoryTiles({ title, entries }: { title: string; entries: MenuEntry[] }) {
  const words = useWords();
  const format = useFormat();
  const id = useId();
  if (entries.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className={styles.tiles}>
        {entries.map((entry) => (
          <li key={entry.path}>
            <Link href={entry.path}>
              <span className={styles.media}>
                <Picture picture={entry.picture && { ...entry.picture, alt: "" }} sizes={gridSizes(4)} />
              </span>
              <span className={styles.label}>{entry.label}</span>
              <span className={styles.count}>
                {words.results(format.integer(entry.count), entry.count === 1)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
