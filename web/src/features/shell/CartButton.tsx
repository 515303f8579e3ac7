import { setDrawer, showsCart } from "../../context/cart/cartStore.ts";
import { useCart } from "../../context/cart/useCart.ts";
import { useFormat, useShell, useWords } from "../../context/PageContext.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { Link } from "../../ui/Link.tsx";
import styles from "./CartButton.module.css";

/** Opens the drawer; without scripts, or on pages that show the cart anyway, it leads to the cart page. */
export function CartButton() {
  const words = useWords();
  const format = useFormat();
  const { path } = useShell();
  const { confirmed: cart } = useCart();
  const count = cart?.items_count ?? 0;
  const countText = format.integer(count);
  return (
    <Link
      className={styles.button}
      href="/cart/"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || showsCart(path)) return;
        event.preventDefault();
        setDrawer(true);
      }}
    >
      <Icon name="cart" size={26} />
      <span className="visuallyHidden">{count > 0 ? words.openCart(countText) : words.cart}</span>
      {count > 0 && (
        <span className={styles.count} aria-hidden="true">
          {countText}
        </span>
      )}
    </Link>
  );
}
