import { useState } from "react";
import { core } from "../../../core/core.ts";
import type { QuantityBounds } from "../../../core/types.ts";

/** The quantity field of a product without variations: the typed text and the quantity that it results in. */
export function useQuantity(product: string, bounds: QuantityBounds) {
  const [typed, setTyped] = useState(String(bounds.min));
  const value = () => core().fitQuantity(product, typed, bounds).value;
  return { typed, setTyped, value };
}
