import { useEffect } from "react";
import { CartAnnouncer } from "../../components/CartAnnouncer.tsx";
import { CartErrors } from "../../components/CartErrors.tsx";
import { FreeDelivery } from "../../components/FreeDelivery.tsx";
import { closeDrawer, showsCart } from "../../context/cart/cartStore.ts";
import { loadOptimisticPricing } from "../../context/cart/loadOptimisticPricing.ts";
import { useCart } from "../../context/cart/useCart.ts";
import { useFormat, useShell, useWords } from "../../context/PageContext.tsx";
import { useCloseOnResize } from "../../context/useCloseOnResize.ts";
import { core } from "../../core/core.ts";
import button from "../../ui/button.module.css";
import { Dialog } from "../../ui/Dialog.tsx";
import { Link } from "../../ui/Link.tsx";
import styles from "./CartDrawer.module.css";
import { CartLine } from "./CartLine.tsx";
import { RemovedLine } from "./RemovedLine.tsx";
import { useRemoveLink } from "./useRemoveLink.ts";

/** The cart drawer of all pages. It opens when something was added. */
export function CartDrawer() {
  const words = useWords();
  const format = useFormat();
  const { path, price_note: priceNote } = useShell();
  const { cart, drawerOpen } = useCart();
  const elsewhere = !showsCart(path);

  useEffect(() => {
    if (drawerOpen) loadOptimisticPricing();
  }, [drawerOpen]);

  useCloseOnResize(drawerOpen, closeDrawer, core().cartTimings().drawer_resize_ms);

  const filled = cart !== null && core().miniCartShown(cart.items_count);
  const removeLink = useRemoveLink(drawerOpen && elsewhere && filled);
  return (
    <Dialog
      open={drawerOpen && elsewhere}
      onClose={closeDrawer}
      title={filled ? words.openCart(format.integer(cart.items_count)) : words.cart}
      side="right"
    >
      <CartAnnouncer />
      <div className={styles.body}>
        <CartErrors cart={cart} />
        <RemovedLine />
        {filled ? (
          <ul>
            {cart.items.map((item) => (
              <CartLine key={item.key} item={item} removeHref={removeLink(item.key)} compact />
            ))}
          </ul>
        ) : (
          <div className={styles.empty}>
            <p>{words.cartEmpty}</p>
            <p>{words.cartEmptyHint}</p>
            <Link className={`${button.button} ${button.quiet}`} href="/negozio/">
              {words.allProducts}
            </Link>
          </div>
        )}
      </div>
      {filled && (
        <div className={styles.foot}>
          <FreeDelivery cart={cart} />
          <p className={styles.subtotal}>
            <span>{words.subtotal}</span>
            <strong>{format.inCart(cart.totals.total_items, cart.totals.total_items_tax)}</strong>
          </p>
          <p className={styles.hint}>{priceNote}</p>
          <Link className={`${button.button} ${button.wide}`} href="/checkout/">
            {words.goToCheckout}
          </Link>
          <Link className={`${button.button} ${button.quiet} ${button.wide}`} href="/cart/">
            {words.viewCart}
          </Link>
        </div>
      )}
    </Dialog>
  );
}
