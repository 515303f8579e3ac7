import { useCart } from "../../app/cart/useCart.ts";
import { useFormat, useShell, useWords } from "../../app/PageContext.tsx";
import button from "../../components/button.module.css";
import { CartErrors } from "../../components/CartErrors.tsx";
import { CouponForm } from "../../components/CouponForm.tsx";
import { Notices } from "../../components/Notices.tsx";
import { ProductSection } from "../../components/ProductSection.tsx";
import { Totals } from "../../components/Totals.tsx";
import type { CartPage } from "../../core/types.ts";
import { CartLine } from "./CartLine.tsx";
import styles from "./CartPageView.module.css";
import { OfferAreas } from "./OfferAreas.tsx";

/** `/cart/`. Quantities save themselves; without scripts the form is sent with its button. */
export function CartPageView({ page }: { page: CartPage }) {
  const words = useWords();
  const format = useFormat();
  const { free_shipping_from_cents: free } = useShell();
  const state = useCart();
  const cart = state.cart ?? page.cart;
  return (
    <>
      <h1 tabIndex={-1} className={styles.title}>
        {words.cart}
      </h1>
      <Notices notices={page.notices} />
      <CartErrors cart={cart} />
      {cart.items.length === 0 ? (
        <section className={styles.empty}>
          <p>{words.cartEmpty}</p>
          <p>{words.cartEmptyHint}</p>
          <a className={button.button} href="/negozio/">
            {words.allProducts}
          </a>
        </section>
      ) : (
        <div className={styles.columns}>
          <form
            className={styles.lines}
            method="post"
            action="/cart/"
            onSubmit={(event) => event.preventDefault()}
          >
            <input type="hidden" name="woocommerce-cart-nonce" value={page.form_nonce} />
            <ul>
              {cart.items.map((item) => (
                <CartLine
                  key={item.key}
                  item={item}
                  removeHref={`/cart/?remove_item=${item.key}&_wpnonce=${page.form_nonce}`}
                />
              ))}
            </ul>
            <p className={styles.under}>
              <a className={button.text} href="/negozio/">
                {words.continueShopping}
              </a>
              <button
                type="submit"
                name="update_cart"
                value="1"
                className={`${button.button} ${button.quiet} fallbackOnly`}
              >
                {words.updateCart}
              </button>
            </p>
          </form>
          <section className={styles.summary} aria-label={words.summary} aria-busy={state.pending > 0}>
            <h2>{words.summary}</h2>
            <form id="codici" method="post" action="/cart/">
              <input type="hidden" name="woocommerce-cart-nonce" value={page.form_nonce} />
            </form>
            <CouponForm form="codici" />
            <OfferAreas initial={page.offers} form="codici" />
            <Totals cart={cart} removable nonce={page.form_nonce} />
            <a className={`${button.button} ${button.large} ${button.wide}`} href="/checkout/">
              {words.goToCheckout}
            </a>
            {free !== null && <p className={styles.hint}>{words.freeShippingFrom(format.price(free))}</p>}
          </section>
        </div>
      )}
      <ProductSection title={words.youMayLike} cards={page.suggestions} />
    </>
  );
}
