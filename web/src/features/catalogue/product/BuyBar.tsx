import { type RefObject, useEffect, useState } from "react";
import { useFormat, useWords } from "../../../context/PageContext.tsx";
import type { ProductPage } from "../../../core/types.ts";
import button from "../../../ui/button.module.css";
import { Link } from "../../../ui/Link.tsx";
import styles from "./BuyBar.module.css";
import type { Variations } from "./useVariations.ts";

interface BuyBarProps {
  page: ProductPage;
  variations: Variations;
  /** The element around the product's form. */
  form: RefObject<HTMLDivElement | null>;
}

/**
 * On phones: price and button at the bottom of the window while the form's own button is out of view. It submits the form once
 * all choices are made, and scrolls to the form before.
 */
export function BuyBar({ page, variations, form }: BuyBarProps) {
  const words = useWords("product");
  const format = useFormat();
  const [away, setAway] = useState(false);
  const { card } = page;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another product has another form
  useEffect(() => {
    const own = form.current?.querySelector("form [type=submit]");
    if (!own) return;
    const watch = new IntersectionObserver(([entry]) => setAway(entry ? !entry.isIntersecting : false));
    watch.observe(own);
    return () => watch.disconnect();
  }, [form, card.id]);

  const buyable = card.in_stock || card.on_backorder || page.attributes.length > 0 || page.grouped.length > 0;
  const price = variations.variation?.price ?? card.price;
  const unit = variations.variation?.unit_price ?? card.unit_price;
  if (page.external || !buyable || price.price_cents === null) return null;
  const choices =
    page.attributes.length > 0 ? variations.state.button !== "enabled" : page.grouped.length > 0;
  const leads = choices || page.purchase !== null;
  const ranged = price.max_cents !== undefined && price.max_cents !== price.price_cents;
  return (
    <section className={styles.bar} data-shown={away || undefined} data-buy-bar="" aria-label={words.buyBar}>
      <p className={styles.price}>
        <span className={styles.name}>{card.name}</span>
        <strong>
          {ranged && `${words.from} `}
          {format.price(price.price_cents)}
        </strong>
        {unit && <small> {words.perUnit(format.price(unit.cents), unit.unit)}</small>}
      </p>
      {leads ? (
        <Link className={button.button} href="#acquista">
          {words.choose}
          <span className="visuallyHidden">: {card.name}</span>
        </Link>
      ) : (
        <button
          type="button"
          className={button.button}
          onClick={() => form.current?.querySelector("form")?.requestSubmit()}
        >
          {words.add}
          <span className="visuallyHidden">: {card.name}</span>
        </button>
      )}
    </section>
  );
}
