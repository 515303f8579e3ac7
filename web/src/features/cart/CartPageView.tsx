import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { sendCartForm } from "../../api/ajaxCart.ts";
import { fetchPage } from "../../api/pageRequest.ts";
import { REQUEST_TIMEOUT_MS } from "../../api/storeApi.ts";
import { CartErrors } from "../../components/CartErrors.tsx";
import { CartNotices } from "../../components/CartNotices.tsx";
import { CouponForm } from "../../components/CouponForm.tsx";
import { FreeDelivery } from "../../components/FreeDelivery.tsx";
import { OfferAreas } from "../../components/offers/OfferAreas.tsx";
import { ProductSection } from "../../components/ProductSection.tsx";
import { PurchaseLimits } from "../../components/PurchaseLimits.tsx";
import { Recurring } from "../../components/Recurring.tsx";
import { Totals } from "../../components/Totals.tsx";
import { dispatchCartEvent } from "../../context/cart/cartState.ts";
import { changeCart, clearRemoved } from "../../context/cart/cartStore.ts";
import { CouponContext, classicCouponCalls, useCouponCalls } from "../../context/cart/couponCalls.ts";
import { loadOptimisticPricing } from "../../context/cart/loadOptimisticPricing.ts";
import { useCart } from "../../context/cart/useCart.ts";
import { useWords } from "../../context/PageContext.tsx";
import { useHydrated } from "../../context/useHydrated.ts";
import { inLanguage } from "../../core/address.ts";
import { core } from "../../core/core.ts";
import type { CartPage } from "../../core/types.ts";
import { Instalments } from "../../payments/bnpl/Instalments.tsx";
import { ExpressArea } from "../../payments/express/ExpressArea.tsx";
import button from "../../ui/button.module.css";
import { Form, Link } from "../../ui/Link.tsx";
import { Notices } from "../../ui/Notices.tsx";
import { CartLine } from "./CartLine.tsx";
import styles from "./CartPageView.module.css";
import { CartToList } from "./CartToList.tsx";
import { QuoteRequest } from "./QuoteRequest.tsx";
import { RemovedLine } from "./RemovedLine.tsx";
import { ShippingCalculator } from "./ShippingCalculator.tsx";

/** `/cart/`. Quantities are saved automatically; without scripts the form is submitted with its button. */
export function CartPageView({ page }: { page: CartPage }) {
  const words = useWords();
  const state = useCart();
  const hydrated = useHydrated();
  // The page, updated by the responses of its forms.
  const [currentPage, setCurrentPage] = useState(page);
  const [changed, setChanged] = useState(false);
  const cart = state.cart ?? page.cart;

  useEffect(() => setCurrentPage(page), [page]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new cart contains what was typed
  useEffect(() => setChanged(false), [state.confirmed]);
  useEffect(() => clearRemoved, []);
  // Scripts are notified when the form and the totals show another cart.
  const answered = state.confirmed ?? page.cart;
  const seen = useRef(answered);
  useEffect(() => {
    if (seen.current === answered) return;
    seen.current = answered;
    dispatchCartEvent("updated_wc_div");
  }, [answered]);
  useEffect(loadOptimisticPricing, []);
  const filled = useRef(false);
  filled.current = cart.items.length > 0;
  const store = useCouponCalls();
  const coupons = useMemo(() => {
    // Fetches the page again with everything that depends on the cart: form, totals, destination.
    const refresh = async () => {
      const address = new URL(inLanguage("/cart/"), window.location.href);
      const { page: fresh } = (await fetchPage(address, AbortSignal.timeout(REQUEST_TIMEOUT_MS))).data;
      if (fresh.kind !== "cart") throw new Error("not the cart");
      const next = core().afterCoupon(filled.current, fresh.cart.items.length > 0, false);
      if (next === "reload") window.location.reload();
      setCurrentPage(fresh);
      return fresh.cart;
    };
    // Typed codes use the store API, as in every form that has the cart at hand; clicked ones use the classic call.
    return { ...store, click: classicCouponCalls({ ...page, email: () => "", refresh }).click };
  }, [page, store]);

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const submitter = (event.nativeEvent as SubmitEvent).submitter;
    const form = event.currentTarget;
    await changeCart(async () => {
      const answer = await sendCartForm(form, submitter);
      setCurrentPage(answer);
      return answer.cart;
    });
  };
  return (
    <CouponContext value={coupons}>
      <h1 tabIndex={-1} className={styles.title}>
        {words.cart}
      </h1>
      <Notices notices={currentPage.notices} />
      <CartNotices />
      <CartErrors cart={cart} />
      <RemovedLine />
      {cart.items.length === 0 ? (
        <section className={styles.empty}>
          <p>{words.cartEmpty}</p>
          <p>{words.cartEmptyHint}</p>
          <Link className={button.button} href="/negozio/">
            {words.allProducts}
          </Link>
        </section>
      ) : (
        <div className={styles.columns}>
          <Form
            className={styles.lines}
            method="post"
            action="/cart/"
            onSubmit={send}
            onInput={() => setChanged(true)}
          >
            <input type="hidden" name="woocommerce-cart-nonce" value={currentPage.form_nonce} />
            <ul>
              {cart.items.map((item) => (
                <CartLine
                  key={item.key}
                  item={item}
                  removeHref={`/cart/?remove_item=${item.key}&_wpnonce=${currentPage.form_nonce}`}
                />
              ))}
            </ul>
            <p className={styles.under}>
              <Link className={button.text} href="/negozio/">
                {words.continueShopping}
              </Link>
              <button
                type="submit"
                name="update_cart"
                value="1"
                disabled={hydrated && !changed}
                className={`${button.button} ${button.quiet}`}
              >
                {words.updateCart}
              </button>
            </p>
          </Form>
          <section className={styles.summary} aria-label={words.summary} aria-busy={state.pending > 0}>
            <h2>{words.summary}</h2>
            <FreeDelivery cart={cart} />
            <Form id="codici" method="post" action="/cart/">
              <input type="hidden" name="woocommerce-cart-nonce" value={currentPage.form_nonce} />
            </Form>
            <CouponForm form="codici" />
            <OfferAreas initial={currentPage.offers} form="codici" />
            {currentPage.calculator && cart.needs_shipping && (
              <Form method="post" action="/cart/" onSubmit={send}>
                <ShippingCalculator view={currentPage.calculator} cart={cart} />
              </Form>
            )}
            <Totals cart={cart} removable nonce={currentPage.form_nonce} />
            <Instalments
              configuration={currentPage.bnpl}
              kind="cart"
              productId={0}
              unit={cart.extensions.bottega_due_now === undefined ? Number(cart.totals.total_price) : null}
              quantity={1}
            />
            <Recurring cart={cart} />
            <Link className={`${button.button} ${button.large} ${button.wide}`} href="/checkout/">
              {words.goToCheckout}
            </Link>
            <ExpressArea settings={page.express} placement={{ kind: "cart" }} />
            {currentPage.quote && <QuoteRequest view={currentPage.quote} nonce={currentPage.form_nonce} />}
            {page.to_list && <CartToList view={page.to_list} />}
            <PurchaseLimits />
          </section>
        </div>
      )}
      <ProductSection
        title={cart.items.length === 0 ? words.youMayLike : words.goesWell}
        cards={currentPage.suggestions}
      />
    </CouponContext>
  );
}
