import { useState } from "react";
import { core } from "../../core/core.ts";
import type { QuantityBounds } from "../../core/types.ts";

/** The quantity field of a product without variations: what is typed, and the pieces that it comes to. */
export function useQuantity(product: string, bounds: QuantityBounds) {
  const [typed, setTyped] = useState(String(bounds.min));
  const pieces = () => core().fitQuantity(product, typed, bounds).value;
  return { typed, setTyped, pieces };
}
