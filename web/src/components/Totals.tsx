import { useCouponCalls } from "../context/cart/couponCalls.ts";
import { useFormat, useLang, useShell, useWords } from "../context/PageContext.tsx";
import type { Cart } from "../core/types.ts";
import { Icon } from "../ui/Icon.tsx";
import { Link } from "../ui/Link.tsx";
import styles from "./Totals.module.css";

interface TotalsProps {
  cart: Cart;
  /** Whether coupons can be removed. */
  removable?: boolean;
  /** Nonce of the cart form for removing coupons without scripts; without it the link leads to the cart. */
  nonce?: string;
}

/** Amounts due now and later, if the cart is paid in instalments. */
function DueParts({ cart }: { cart: Cart }) {
  const words = useWords();
  const format = useFormat();
  const { bottega_due_now: now, bottega_due_later: later, bottega_due_later_words: when } = cart.extensions;
  if (!now || !later) return null;
  return (
    <>
      <div className={styles.now}>
        <dt>{words.dueNow}</dt>
        <dd>{format.minor(now)}</dd>
      </div>
      <div>
        <dt>
          {words.dueLater}
          <small>{when}</small>
        </dt>
        <dd>{format.minor(later)}</dd>
      </div>
    </>
  );
}

/** Totals of the cart as calculated by the server. */
export function Totals({ cart, removable = false, nonce }: TotalsProps) {
  const words = useWords();
  const lang = useLang();
  const format = useFormat();
  const way = useCouponCalls();
  const { totals } = cart;
  const rounding = cart.extensions.bottega_rounding;
  const { net_cart: net } = useShell();
  const rate = cart.shipping_rates.flatMap((pack) => pack.shipping_rates).find((one) => one.selected);
  // The rounded discount, so that the rows add up; a cart stored by an earlier release does not have it.
  const discount = ({ code, totals }: Cart["coupons"][number]) => {
    const printed = cart.extensions[`bottega_discount_${code}`];
    return printed === undefined
      ? format.inCart(totals.total_discount, totals.total_discount_tax)
      : format.minor(printed);
  };
  // Store credit is a payment: it comes after delivery, next to the amount left to pay.
  const reductions = (credits: boolean) =>
    cart.coupons
      .filter((coupon) => (coupon.discount_type === "store_credit") === credits)
      .map((coupon) => (
        <div key={coupon.code} className={styles.discount}>
          <dt>
            {credits ? words.creditUsed : words.discountWith(coupon.code)}
            {removable && (
              <Link
                href={
                  nonce
                    ? `/cart/?remove_coupon=${encodeURIComponent(coupon.code)}&_wpnonce=${nonce}`
                    : "/cart/"
                }
                aria-label={words.removeCoupon(coupon.code)}
                onClick={(event) => {
                  event.preventDefault();
                  void way.remove(coupon.code, lang);
                }}
              >
                <Icon name="close" size={14} />
              </Link>
            )}
            {credits && <small>{coupon.code}</small>}
          </dt>
          <dd>−{credits ? format.minor(coupon.totals.total_discount) : discount(coupon)}</dd>
        </div>
      ));
  return (
    <dl className={styles.totals}>
      <div>
        <dt>{words.subtotal}</dt>
        <dd>{format.inCart(totals.total_items, totals.total_items_tax)}</dd>
      </div>
      {reductions(false)}
      {cart.fees.map((fee) => (
        <div key={fee.id}>
          <dt>{fee.name}</dt>
          <dd>{format.inCart(fee.totals.total, fee.totals.total_tax)}</dd>
        </div>
      ))}
      {cart.needs_shipping && (
        <div>
          <dt>
            {words.shipping}
            {rate && <small>{rate.name}</small>}
          </dt>
          <dd>
            {totals.total_shipping === null
              ? words.shippingLater
              : totals.total_shipping === "0"
                ? words.shippingFree
                : format.inCart(totals.total_shipping, totals.total_shipping_tax ?? "0")}
          </dd>
        </div>
      )}
      {net && (
        <div>
          <dt>{words.tax}</dt>
          <dd>{format.minor(totals.total_tax)}</dd>
        </div>
      )}
      {rounding && (
        <div>
          <dt>{words.rounding}</dt>
          <dd>{format.minor(rounding)}</dd>
        </div>
      )}
      {reductions(true)}
      <div className={styles.total}>
        <dt>
          {words.total}
          {!net && <small>{words.taxIncluded(format.minor(totals.total_tax))}</small>}
        </dt>
        <dd>{format.minor(totals.total_price)}</dd>
      </div>
      <DueParts cart={cart} />
    </dl>
  );
}
