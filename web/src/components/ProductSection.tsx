import { useId } from "react";
import { useWords } from "../context/PageContext.tsx";
import type { ProductCard } from "../core/types.ts";
import { ProductGrid } from "./ProductGrid.tsx";
import styles from "./ProductSection.module.css";

interface ProductSectionProps {
  title: string;
  cards: ProductCard[];
  /** Where all of them are. */
  morePath?: string | null;
  /** Columns on a wide window. */
  columns?: number;
}

/** A titled row of products; nothing when there are none. */
export function ProductSection({ title, cards, morePath, columns }: ProductSectionProps) {
  const words = useWords();
  const id = useId();
  if (cards.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} className={title ? undefined : "visuallyHidden"}>
          {title || words.products}
        </h2>
        {morePath && (
          <a href={morePath}>
            {words.seeAll}
            <span className="visuallyHidden">: {title}</span>
          </a>
        )}
      </div>
      <ProductGrid cards={cards} columns={columns} />
    </section>
  );
}
