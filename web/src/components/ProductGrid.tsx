import type { ProductCard as Card } from "../core/types.ts";
import { ProductCard } from "./ProductCard.tsx";
import styles from "./ProductGrid.module.css";

interface ProductGridProps {
  cards: Card[];
  /** Number of cards that are on screen when the page opens; their pictures are fetched at once. */
  eager?: number;
  /** A list beside a sidebar has one column less. */
  narrow?: boolean;
}

/** Products side by side. */
export function ProductGrid({ cards, eager = 0, narrow = false }: ProductGridProps) {
  return (
    <ul className={styles.grid} data-narrow={narrow || undefined}>
      {cards.map((card, at) => (
        <li key={card.id}>
          <ProductCard card={card} first={at < eager} />
        </li>
      ))}
    </ul>
  );
}
