// Price of a product form's current choices, requested while the shopper fills it in.

import { inLanguage } from "../core/address.ts";
import type { PurchasePrice } from "../core/types.ts";

/** Field names of choices other than the variation. */
const CHOICE = /^(addon-|wc_)/;

/** Collects the choices in a form by field name. */
export function choicesOf(form: HTMLFormElement): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (CHOICE.test(name) && typeof value === "string" && value !== "") out[name] = value;
  }
  return out;
}

/** Fetches the price for a form's current values. */
export async function fetchPurchasePrice(
  productId: number,
  form: HTMLFormElement,
  signal: AbortSignal,
): Promise<PurchasePrice> {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") body.append(name, value);
  }
  body.set("product_id", String(productId));
  const response = await fetch(inLanguage("/?wc-ajax=bottega_purchase"), {
    method: "POST",
    headers: { Accept: "application/json" },
    credentials: "same-origin",
    body,
    signal,
  });
  if (!response.ok) throw new Error("no price");
  return (await response.json()) as PurchasePrice;
}
