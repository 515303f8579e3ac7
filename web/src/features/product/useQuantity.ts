import { useState } from "react";
import { core } from "../../core/core.ts";
import type { ProductPage } from "../../core/types.ts";

/** The quantity field of a product without variations: what is typed, and the pieces that it comes to. */
export function useQuantity({
  min_qty,
  max_qty,
  sold_individually,
}: Pick<ProductPage, "min_qty" | "max_qty" | "sold_individually">) {
  const [typed, setTyped] = useState(String(min_qty));
  const pieces = (text = typed) =>
    core().clampQuantity(text, { min: min_qty, max: max_qty, step: 1, sold_individually }).value;
  return { typed, setTyped, pieces };
}
