import { useId } from "react";
import { Picture } from "../../../../components/Picture.tsx";
import { Price } from "../../../../components/Price.tsx";
import { useWords } from "../../../../context/PageContext.tsx";
import type { ProductCard } from "../../../../core/types.ts";
import { Link } from "../../../../ui/Link.tsx";
import styles from "./RelatedProducts.module.css";

/** Related products in a row that scrolls; a click shows one in the quick view itself. */
export function RelatedProducts({ cards }: { cards: ProductCard[] }) {
  const words = useWords("product");
  const id = useId();
  if (cards.length === 0) return null;
  return (
    <section className={styles.related} aria-labelledby={id}>
      <h3 id={id}>{words.related}</h3>
      <ul>
        {cards.map((card) => (
          <li key={card.id}>
            <Link className="woosq-link" href={card.path} data-id={card.id}>
              <Picture picture={card.picture && { ...card.picture, alt: "" }} sizes="136px" />
              <span>{card.name}</span>
            </Link>
            <Price price={card.price} unitPrice={card.unit_price} />
          </li>
        ))}
      </ul>
    </section>
  );
}
