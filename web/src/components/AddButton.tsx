import type { MouseEvent } from "react";
import { addToCart } from "../app/cart/cartStore.ts";
import { useCart } from "../app/cart/useCart.ts";
import { useShell, useWords } from "../app/PageContext.tsx";
import type { ProductCard } from "../core/types.ts";
import styles from "./AddButton.module.css";
import button from "./button.module.css";
import { Icon } from "./Icon.tsx";

/** The button of a product in a list: puts it into the cart, or leads to its page when something must be chosen there.
 * A link, so that it works before and without scripts. */
export function AddButton({ card }: { card: ProductCard }) {
  const words = useWords();
  const { path } = useShell();
  const { adds } = useCart();
  const key = `card-${card.id}`;
  const state = adds[key];

  if (!card.can_add) {
    const chooses = card.in_stock && (card.product_type === "variable" || card.product_type === "grouped");
    return (
      <a className={`${button.button} ${button.quiet} ${styles.add}`} href={card.path}>
        <span aria-hidden="true">{chooses ? words.choose : words.discover}</span>
        <span className="visuallyHidden">
          {chooses ? words.chooseName(card.name) : words.discoverName(card.name)}
        </span>
      </a>
    );
  }

  const add = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    if (state === "loading") return;
    void addToCart({ id: card.id, quantity: 1, variation: [] }, card.name, key);
  };
  return (
    <div className={styles.row}>
      <a
        className={`${button.button} ${styles.add}`}
        href={card.add_path}
        rel="nofollow"
        data-product_id={card.id}
        data-state={state ?? "idle"}
        aria-busy={state === "loading"}
        onClick={add}
      >
        {state === "added" && <Icon name="check" size={18} />}
        <span aria-hidden="true">
          {state === "loading" ? words.adding : state === "added" ? words.added : words.addShort}
        </span>
        <span className="visuallyHidden">{words.addNameToCart(card.name)}</span>
      </a>
      {state === "added" && !path.startsWith("/cart/") && (
        <a className={styles.view} href="/cart/">
          {words.viewCart}
        </a>
      )}
    </div>
  );
}
