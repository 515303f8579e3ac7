import { useEffect, useState } from "react";
import { removalNonce } from "../../api/ajaxCart.ts";

/**
 * Returns the addresses that remove a line of the cart without scripts, or after a failed call. Their nonce belongs to the
 * visitor and is missing from shared cached pages, so it is fetched once, when lines are first shown.
 */
export function useRemoveLink(isVisible: boolean): (key: string) => string {
  const [nonce, setNonce] = useState("");
  useEffect(() => {
    if (!isVisible || nonce) return;
    // Without a nonce the link leads to the cart page, which has links of its own.
    removalNonce().then(setNonce, () => undefined);
  }, [isVisible, nonce]);
  return (key) => (nonce ? `/cart/?${new URLSearchParams({ remove_item: key, _wpnonce: nonce })}` : "/cart/");
}
