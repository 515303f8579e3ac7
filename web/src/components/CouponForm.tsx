import { type FormEvent, useId, useState } from "react";
import { applyCoupon } from "../app/cart/cartStore.ts";
import { useCart } from "../app/cart/useCart.ts";
import { useShell, useWords } from "../app/PageContext.tsx";
import button from "./button.module.css";
import styles from "./CouponForm.module.css";

/** A code that lowers the price. Folded away, so that nobody without one goes looking for it. The nonce
 * is for sending it without scripts. */
export function CouponForm({ nonce }: { nonce?: string }) {
  const words = useWords();
  const { coupons: offered } = useShell();
  const { pending } = useCart();
  const [code, setCode] = useState("");
  const [message, setMessage] = useState("");
  const id = useId();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!code.trim() || pending > 0) return;
    const refusal = await applyCoupon(code.trim());
    setMessage(refusal ? refusal.message || words.requestFailed : "");
    if (!refusal) setCode("");
  };
  if (!offered) return null;
  return (
    <details className={styles.coupon}>
      <summary>{words.coupon}</summary>
      <form onSubmit={submit} method="post" action="/cart/">
        {nonce && <input type="hidden" name="woocommerce-cart-nonce" value={nonce} />}
        <label className="visuallyHidden" htmlFor={id}>
          {words.couponCode}
        </label>
        <input
          id={id}
          name="coupon_code"
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          placeholder={words.couponCode}
          aria-invalid={message !== "" || undefined}
          aria-describedby={`${id}-errore`}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setMessage("");
          }}
        />
        <button type="submit" name="apply_coupon" value="1" className={`${button.button} ${button.quiet}`}>
          {words.apply}
        </button>
      </form>
      <p id={`${id}-errore`} className={styles.error} role="alert">
        {message}
      </p>
    </details>
  );
}
