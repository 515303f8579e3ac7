import { partPlaceholder } from "../context/sharedParts.ts";
import type { ProductCard as Card } from "../core/types.ts";
import { gridSizes } from "./gridSizes.ts";
import { ProductCard } from "./ProductCard.tsx";
import styles from "./ProductGrid.module.css";

interface ProductGridProps {
  cards: Card[];
  /** Number of cards that are on screen when the page opens; their pictures are fetched eagerly. */
  eager?: number;
  /** Beside a sidebar: one column fewer. */
  narrow?: boolean;
  /** Columns on a wide window, 1 to 6; four by default. */
  columns?: number;
}

/** Products side by side. */
export function ProductGrid({ cards, eager = 0, narrow = false, columns }: ProductGridProps) {
  const sizes = gridSizes(columns ?? (narrow ? 3 : 4), narrow);
  const list = { className: styles.grid, "data-narrow": narrow || undefined, "data-columns": columns };
  const entries = cards.map((card, at) => {
    const first = at < eager;
    const show = () => <ProductCard card={card} sizes={sizes} first={first} />;
    return { card, show, place: partPlaceholder(`card ${card.id} ${sizes} ${first}`, card, show) };
  });
  if (entries.some(({ place }) => place !== null)) {
    const places = entries.map(({ place }) => `<li>${place}</li>`).join("");
    // biome-ignore lint/security/noDangerouslySetInnerHtml: placeholders written by the page renderer
    return <ul {...list} dangerouslySetInnerHTML={{ __html: places }} />;
  }
  return (
    <ul {...list}>
      {entries.map(({ card, show }) => (
        <li key={card.id}>{show()}</li>
      ))}
    </ul>
  );
}
