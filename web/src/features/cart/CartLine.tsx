import { useEffect, useState } from "react";
import { ItemPicture } from "../../components/ItemPicture.tsx";
import { QuantityInput } from "../../components/QuantityInput.tsx";
import { removeLine, saveLineSoon } from "../../context/cart/cartStore.ts";
import { useCart } from "../../context/cart/useCart.ts";
import { useFormat, useWords } from "../../context/PageContext.tsx";
import { core } from "../../core/core.ts";
import type { CartItem } from "../../core/types.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Link } from "../../ui/Link.tsx";
import styles from "./CartLine.module.css";
import { Facts } from "./Facts.tsx";

interface CartLineProps {
  item: CartItem;
  /** Address of the remove link without scripts. */
  removeHref: string;
  compact?: boolean;
}

/** A line of the cart, in the drawer and on the cart page. */
export function CartLine({ item, removeHref, compact = false }: CartLineProps) {
  const words = useWords();
  const format = useFormat();
  const busy = useCart().busyKeys.has(item.key);
  const [typed, setTyped] = useState(String(item.quantity));
  const limits = item.quantity_limits;

  useEffect(() => setTyped(String(item.quantity)), [item.quantity]);

  const bounds = {
    min: limits.minimum,
    max: limits.maximum,
    step: limits.multiple_of,
    sold_individually: item.sold_individually,
  };
  const settle = (quantity: number) => {
    if (quantity > 0) saveLineSoon(item.key, quantity, item.name);
    else void removeLine(item.key, item.name, removeHref);
  };

  return (
    <li className={styles.line} data-compact={compact || undefined} aria-busy={busy}>
      <span className={styles.media}>
        <ItemPicture
          image={item.images[0]}
          side={96}
          sizes={compact ? "80px" : "(min-width: 600px) 112px, 80px"}
        />
      </span>
      <div className={styles.what}>
        <Link className={styles.name} href={item.permalink}>
          {item.name}
        </Link>
        {item.variation.map((one) => (
          <p key={one.raw_attribute + one.attribute}>
            {one.attribute}: {one.value}
          </p>
        ))}
        <Facts item={item} />
        <p>
          {format.minor(item.prices.price)} {words.each}
          {item.extensions.bottega_unit_price && ` (${item.extensions.bottega_unit_price})`}
        </p>
        {item.low_stock_remaining !== null && (
          <p className={styles.low}>{words.onlyLeft(format.integer(item.low_stock_remaining))}</p>
        )}
        {item.show_backorder_badge && <p>{words.backorder}</p>}
      </div>
      <p className={styles.sum}>{format.inCart(item.totals.line_subtotal, item.totals.line_subtotal_tax)}</p>
      <div className={styles.tools}>
        {limits.editable ? (
          <QuantityInput
            name={`cart[${item.key}][qty]`}
            product={item.name}
            value={typed}
            bounds={bounds}
            fit={(text) => core().fitLineQuantity(item.name, text, item.quantity, bounds)}
            disabled={busy}
            onChange={setTyped}
            onSettle={settle}
          />
        ) : (
          <span>
            {words.quantity}: {format.integer(item.quantity)}
          </span>
        )}
        <Link
          className={styles.remove}
          href={removeHref}
          data-cart_item_key={item.key}
          data-product_id={item.id}
          aria-label={words.removeItem(item.name)}
          onClick={(event) => {
            event.preventDefault();
            if (!busy) void removeLine(item.key, item.name, removeHref);
          }}
        >
          {words.remove}
        </Link>
      </div>
      {busy && (
        <span className={styles.veil}>
          <Icon name="return" size={22} />
        </span>
      )}
    </li>
  );
}
