import { cardPlace } from "../context/cardPlaces.ts";
import type { ProductCard as Card } from "../core/types.ts";
import { gridSizes } from "./gridSizes.ts";
import { ProductCard } from "./ProductCard.tsx";
import styles from "./ProductGrid.module.css";

interface ProductGridProps {
  cards: Card[];
  /** Number of cards that are on screen when the page opens; their pictures are fetched at once. */
  eager?: number;
  /** A list beside a sidebar has one column less. */
  narrow?: boolean;
  /** Columns on a wide window, 1 to 6; four unless said otherwise. */
  columns?: number;
}

/** Products side by side. */
export function ProductGrid({ cards, eager = 0, narrow = false, columns }: ProductGridProps) {
  const sizes = gridSizes(columns ?? (narrow ? 3 : 4), narrow);
  return (
    <ul className={styles.grid} data-narrow={narrow || undefined} data-columns={columns}>
      {cards.map((card, at) => {
        // Pictures that are on screen at once are announced in the page's head, so these cards are rendered with the page.
        const place = at < eager ? null : cardPlace(card, sizes);
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a mark of the page renderer's own
        if (place) return <li key={card.id} dangerouslySetInnerHTML={{ __html: place }} />;
        return (
          <li key={card.id}>
            <ProductCard card={card} sizes={sizes} first={at < eager} />
          </li>
        );
      })}
    </ul>
  );
}
