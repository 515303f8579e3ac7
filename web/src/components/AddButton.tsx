import type { MouseEvent } from "react";
import { addByButton } from "../context/cart/cartStore.ts";
import { useCart } from "../context/cart/useCart.ts";
import { useLang, useShell, useWords } from "../context/PageContext.tsx";
import { core } from "../core/core.ts";
import type { ProductCard } from "../core/types.ts";
import button from "../ui/button.module.css";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import styles from "./AddButton.module.css";

/** Returns an element's data attributes by their names in the HTML: `data-product_id` becomes `product_id`. */
function dataOf({ attributes }: Element): Record<string, string> {
  const data = [...attributes].filter(({ name }) => name.startsWith("data-"));
  return Object.fromEntries(data.map(({ name, value }) => [name.slice("data-".length), value]));
}

/** Button of a product in a list: adds it to the cart, or leads to its page if the shopper must choose something there. It is a
 * link, so that it works before and without scripts. */
export function AddButton({ card }: { card: ProductCard }) {
  const words = useWords();
  const lang = useLang();
  const { path } = useShell();
  const { adds, viewLinks } = useCart();
  const key = `card-${card.id}`;
  const state = adds[key] ?? "idle";

  if (!card.can_add) {
    const variable = card.in_stock && card.product_type === "variable";
    const needsChoice = variable || (card.in_stock && card.product_type === "grouped");
    return (
      <Link
        className={`${button.button} ${button.quiet} ${styles.add}`}
        href={card.path}
        title={variable ? core().messageText("variation_make_a_selection", {}, lang) : undefined}
      >
        <span aria-hidden="true">{needsChoice ? words.choose : words.discover}</span>
        <span className="visuallyHidden">
          {needsChoice ? words.chooseName(card.name) : words.discoverName(card.name)}
        </span>
      </Link>
    );
  }

  const add = (event: MouseEvent<HTMLAnchorElement>) => {
    const data = dataOf(event.currentTarget);
    // A button without a product id is an ordinary link.
    if (event.metaKey || event.ctrlKey || !core().addsByCall(data.product_id ?? "")) return;
    event.preventDefault();
    if (state !== "loading") void addByButton(data, card.name, key, event.currentTarget);
  };
  return (
    <div className={styles.row}>
      <Link
        className={`${button.button} ${styles.add} add_to_cart_button ${state}`}
        href={card.add_path}
        rel="nofollow"
        data-product_id={card.id}
        data-product_sku={card.sku}
        data-quantity={1}
        aria-busy={state === "loading"}
        onClick={add}
      >
        {state === "added" && <Icon name="check" size={18} />}
        <span aria-hidden="true">
          {state === "loading" ? words.adding : state === "added" ? words.added : words.add}
        </span>
        <span className="visuallyHidden">{words.addNameToCart(card.name)}</span>
      </Link>
      {viewLinks.has(key) && !path.startsWith("/cart/") && <ViewCart />}
    </div>
  );
}

/** Link to the cart, shown after a product was added. */
function ViewCart() {
  const words = useWords();
  return (
    <Link className={`${styles.view} added_to_cart`} href="/cart/">
      {words.viewCart}
    </Link>
  );
}
