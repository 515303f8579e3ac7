import { useCart } from "../../../context/cart/useCart.ts";
import { useWords } from "../../../context/PageContext.tsx";
import button from "../../../ui/button.module.css";
import { Icon } from "../../../ui/Icon.tsx";
import { Link } from "../../../ui/Link.tsx";
import styles from "./forms.module.css";

interface AddToCartButtonProps {
  buttonKey: string;
  name: string;
  /** Replaces the usual label; may be empty. */
  label?: string | undefined;
  /** Marks the button as not ready. It can still be pressed, which shows what is missing. */
  unready?: boolean;
}

/** The add button of a product page, with a link to the cart beside it once something was added. */
export function AddToCartButton({ buttonKey, name, label, unready = false }: AddToCartButtonProps) {
  const words = useWords("product");
  const state = useCart().adds[buttonKey];
  return (
    <>
      <button
        type="submit"
        className={`${button.button} ${button.large} ${styles.add}`}
        aria-disabled={unready || undefined}
        aria-busy={state === "loading" || undefined}
        data-state={state ?? "idle"}
      >
        {state === "added" && <Icon name="check" />}
        {state === "loading" ? words.adding : state === "added" ? words.added : label || words.addToCart}
        <span className="visuallyHidden">: {name}</span>
      </button>
      {state === "added" && (
        <Link className={button.text} href="/cart/">
          {words.viewCart}
        </Link>
      )}
    </>
  );
}
