import { useCallback } from "react";
import { useShell, useWords } from "../context/PageContext.tsx";

/** Marks an amount as excluding VAT for buyers who see net prices. */
export function NetMark() {
  const words = useWords();
  const { net_prices: net } = useShell();
  return net ? <small> {words.withoutTax}</small> : null;
}

/** Returns a function that adds "excluding VAT" to an amount in a sentence, if the cart shows net prices. */
export function useNetAmount(): (amount: string) => string {
  const words = useWords();
  const { net_cart: net } = useShell();
  return useCallback((amount: string) => (net ? words.amountWithoutTax(amount) : amount), [net, words]);
}
