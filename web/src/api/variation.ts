// The variation endpoint, which returns JSON instead of HTML to the shop's own pages.

import { inLanguage } from "../core/address.ts";
import type { VariationView } from "../core/types.ts";
import { PAGE_JSON } from "./pageRequest.ts";

/** Fetches the variation for a complete selection; `null` if there is none. */
export async function fetchVariation(
  productId: number,
  selected: Record<string, string>,
  customData: string | undefined,
  signal: AbortSignal,
): Promise<VariationView | null> {
  const body = new URLSearchParams({ product_id: String(productId), ...selected });
  if (customData) body.set("custom_data", customData);
  const response = await fetch(inLanguage("/?wc-ajax=get_variation"), {
    method: "POST",
    headers: { Accept: PAGE_JSON },
    credentials: "same-origin",
    body,
    signal,
  });
  if (!response.headers.get("Content-Type")?.startsWith(PAGE_JSON)) throw new Error("not a variation");
  return (await response.json()) as VariationView | null;
}
