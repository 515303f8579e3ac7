import { useId } from "react";
import { useWords } from "../context/PageContext.tsx";
import type { ProductCard } from "../core/types.ts";
import { Link } from "../ui/Link.tsx";
import { ProductGrid } from "./ProductGrid.tsx";
import styles from "./ProductSection.module.css";

interface ProductSectionProps {
  title: string;
  cards: ProductCard[];
  /** Page with all of these products. */
  morePath?: string | null;
  /** Columns on a wide window. */
  columns?: number;
}

/** Titled row of products; renders nothing without products. */
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
          <Link href={morePath}>
            {words.seeAll}
            <span className="visuallyHidden">: {title}</span>
          </Link>
        )}
      </div>
      <ProductGrid cards={cards} columns={columns} />
    </section>
  );
}
