import { useShell, useWords } from "../context/PageContext.tsx";

/** Says of a sum that it is without VAT, where the buyer sees net prices. */
export function NetMark() {
  const words = useWords();
  const { net_prices: net } = useShell();
  return net ? <small> {words.withoutTax}</small> : null;
}
