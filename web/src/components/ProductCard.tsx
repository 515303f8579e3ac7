import { useShell, useWords } from "../context/PageContext.tsx";
import type { ProductCard as Card } from "../core/types.ts";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import { AddButton } from "./AddButton.tsx";
import { Picture } from "./Picture.tsx";
import { Price } from "./Price.tsx";
import styles from "./ProductCard.module.css";
import { Rating } from "./Rating.tsx";

interface ProductCardProps {
  card: Card;
  /** Displayed width of the picture in the list, as the `sizes` attribute. */
  sizes: string;
  /** Visible when the page opens. */
  first: boolean;
}

/** A product in a list. */
export function ProductCard({ card, sizes, first }: ProductCardProps) {
  const words = useWords();
  const { quick_view: quickView } = useShell();
  return (
    <article className={styles.card}>
      <div className={styles.media}>
        {/* The name's link covers the picture: one stop for keyboards and screen readers. */}
        <Picture picture={card.picture && { ...card.picture, alt: "" }} sizes={sizes} first={first} />
        <p className={styles.flags}>
          {card.on_sale && <span className={styles.sale}>{words.sale}</span>}
          {!card.in_stock && <span className={styles.soldOut}>{words.soldOut}</span>}
          {card.on_backorder && <span className={styles.badge}>{words.backorder}</span>}
          {card.badges?.map((badge) => (
            <span key={badge} className={styles.badge}>
              {badge}
            </span>
          ))}
        </p>
        {quickView && (
          <Link
            className={`woosq-btn ${styles.quick}`}
            href={card.path}
            rel="nofollow"
            data-product_id={card.id}
            aria-haspopup="dialog"
          >
            <Icon name="eye" size={18} />
            <span aria-hidden="true">{words.quickView}</span>
            <span className="visuallyHidden">{words.quickViewOf(card.name)}</span>
          </Link>
        )}
      </div>
      <div className={styles.body}>
        <p className={styles.category}>{card.categories[0]}</p>
        <h3 className={styles.name}>
          <Link href={card.path} lang={card.name_lang}>
            {card.name}
          </Link>
        </h3>
        <p className={styles.facts}>
          {card.pack && <span>{card.pack}</span>}
          {card.rating_tenths !== undefined && (
            <Rating tenths={card.rating_tenths} count={card.review_count} />
          )}
        </p>
        <div className={styles.foot}>
          <Price price={card.price} unitPrice={card.unit_price} />
          <AddButton card={card} />
        </div>
      </div>
    </article>
  );
}
