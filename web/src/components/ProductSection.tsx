import { useId } from "react";
import { useWords } from "../app/PageContext.tsx";
import type { ProductCard } from "../core/types.ts";
import { ProductGrid } from "./ProductGrid.tsx";
import styles from "./ProductSection.module.css";

interface ProductSectionProps {
  title: string;
  cards: ProductCard[];
  /** Where all of them are. */
  morePath?: string;
}

/** A titled row of products; nothing when there are none. */
export function ProductSection({ title, cards, morePath }: ProductSectionProps) {
  const words = useWords();
  const id = useId();
  if (cards.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {morePath && (
          <a href={morePath}>
            {words.seeAll}
            <span className="visuallyHidden">: {title}</span>
          </a>
        )}
      </div>
      <ProductGrid cards={cards} />
    </section>
  );
}
