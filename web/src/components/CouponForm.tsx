import { type KeyboardEvent, useId, useState } from "react";
import { requestMessage } from "../api/requestMessage.ts";
import { useCouponCalls } from "../context/cart/couponCalls.ts";
import { useCart } from "../context/cart/useCart.ts";
import { useLang, useShell, useWords } from "../context/PageContext.tsx";
import { useHydrated } from "../context/useHydrated.ts";
import button from "../ui/button.module.css";
import styles from "./CouponForm.module.css";

/** Field for a coupon or store credit code. Collapsed, so that shoppers without a code do not go looking for one. Without scripts the
 * form with the id `form` submits it together with its own fields. */
export function CouponForm({ form }: { form: string }) {
  const words = useWords();
  const lang = useLang();
  const { coupons: isEnabled } = useShell();
  const { pending } = useCart();
  const way = useCouponCalls();
  const [code, setCode] = useState("");
  const [message, setMessage] = useState("");
  const id = useId();
  // After hydration, Enter in another field of that form must not trigger this button.
  const hydrated = useHydrated();
  const owner = hydrated ? undefined : form;

  const apply = async () => {
    if (!code.trim() || pending > 0) return;
    const error = await way.apply(code.trim(), lang);
    setMessage(error ? requestMessage(error, lang) : "");
    if (!error) setCode("");
  };
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !hydrated) return;
    event.preventDefault();
    void apply();
  };
  if (!isEnabled) return null;
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
