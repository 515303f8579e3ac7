import { useEffect, useState } from "react";
import { removalNonce } from "../../api/ajaxCart.ts";

/** The addresses that remove a line of the cart without scripts, and after a call that failed. Their nonce is the visitor's own
 * and in no page that all share: it is asked for once, when lines are first shown. */
export function useRemoveLink(shown: boolean): (key: string) => string {
  const [nonce, setNonce] = useState("");
  useEffect(() => {
    if (!shown || nonce) return;
    // Without it the link leads to the cart, which has links of its own.
    removalNonce().then(setNonce, () => undefined);
  }, [shown, nonce]);
  return (key) => (nonce ? `/cart/?${new URLSearchParams({ remove_item: key, _wpnonce: nonce })}` : "/cart/");
}
