import { useCallback } from "react";
import { useShell, useWords } from "../context/PageContext.tsx";

/** Says of a sum that it is without VAT, where the buyer sees net prices. */
export function NetMark() {
  const words = useWords();
  const { net_prices: net } = useShell();
  return net ? <small> {words.withoutTax}</small> : null;
}

/** Says so of an amount within a sentence that goods in the cart are compared with. */
export function useNetAmount(): (amount: string) => string {
  const words = useWords();
  const { net_cart: net } = useShell();
  return useCallback((amount: string) => (net ? words.amountWithoutTax(amount) : amount), [net, words]);
}
