import { type KeyboardEvent, useId, useState } from "react";
import { requestMessage } from "../api/requestMessage.ts";
import { useCouponWay } from "../context/cart/couponWay.ts";
import { useCart } from "../context/cart/useCart.ts";
import { useLang, useShell, useWords } from "../context/PageContext.tsx";
import { useHydrated } from "../context/useHydrated.ts";
import button from "./button.module.css";
import styles from "./CouponForm.module.css";

/** A code that lowers the price, or pays. Folded away, so that nobody without one goes looking for it. Without scripts the
 * form named `form` sends it, together with all that was typed there. */
export function CouponForm({ form }: { form: string }) {
  const words = useWords();
  const lang = useLang();
  const { coupons: offered } = useShell();
  const { pending } = useCart();
  const way = useCouponWay();
  const [code, setCode] = useState("");
  const [message, setMessage] = useState("");
  const id = useId();
  // Once scripts answer, Enter in another field of that form must not press this button.
  const hydrated = useHydrated();
  const owner = hydrated ? undefined : form;

  const apply = async () => {
    if (!code.trim() || pending > 0) return;
    const refusal = await way.apply(code.trim(), lang);
    setMessage(refusal ? requestMessage(refusal, lang) : "");
    if (!refusal) setCode("");
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !hydrated) return;
    event.preventDefault();
    void apply();
  };
  if (!offered) return null;
  return (
    <details className={styles.coupon}>
      <summary>{words.coupon}</summary>
      <div className={styles.row}>
        <label className="visuallyHidden" htmlFor={id}>
          {words.couponCode}
        </label>
        <input
          id={id}
          form={owner}
          name="coupon_code"
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          placeholder={words.couponCode}
          aria-invalid={message !== "" || undefined}
          aria-describedby={`${id}-errore`}
          onKeyDown={onEnter}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setMessage("");
          }}
        />
        <button
          type={hydrated ? "button" : "submit"}
          form={owner}
          name="apply_coupon"
          value="1"
          className={`${button.button} ${button.quiet}`}
          onClick={() => {
            if (hydrated) void apply();
          }}
        >
          {words.apply}
        </button>
      </div>
      <p id={`${id}-errore`} className={styles.error} role="alert">
        {message}
      </p>
    </details>
  );
}
