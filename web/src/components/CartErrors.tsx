import { requestMessage } from "../api/requestMessage.ts";
import { dismissCartError } from "../context/cart/cartStore.ts";
import { useCart } from "../context/cart/useCart.ts";
import { useLang, useWords } from "../context/PageContext.tsx";
import type { Cart } from "../core/types.ts";
import button from "../ui/button.module.css";
import { Icon } from "../ui/Icon.tsx";
import styles from "./CartErrors.module.css";

/** Errors of the cart, and the reason why its last change was rejected. */
export function CartErrors({ cart }: { cart: Cart | null }) {
  const words = useWords();
  const lang = useLang();
  const { error, lost } = useCart();
  const texts = new Set([...(cart?.errors.map(({ message }) => message) ?? []), ...lost.texts]);
  return (
    <div role="alert" className={styles.errors}>
      {error && (
        <p>
          <span>{requestMessage(error, lang)}</span>
          <button type="button" className={button.icon} aria-label={words.close} onClick={dismissCartError}>
            <Icon name="close" size={18} />
          </button>
        </p>
      )}
      {[...texts].map((text) => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );
}
