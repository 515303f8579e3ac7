import { useSyncExternalStore } from "react";
import { useCart } from "../../context/cart/useCart.ts";
import { useFormat, useWords } from "../../context/PageContext.tsx";
import styles from "./OfflineBar.module.css";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Shows that there is no connection, and which changes of the cart wait for one. */
export function OfflineBar() {
  const words = useWords();
  const format = useFormat();
  const { waiting } = useCart();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className={styles.bar}>
      {!online && <p>{words.offline}</p>}
      {waiting > 0 && <p>{words.changesWaiting(format.integer(waiting), waiting === 1)}</p>}
    </div>
  );
}
