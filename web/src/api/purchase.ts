// What the choices of a product's form come to, asked while it is filled in.

import { inLanguage } from "../core/address.ts";
import type { PurchasePrice } from "../core/types.ts";

/** The names under which choices beside the variation are sent. */
const CHOICE = /^(addon-|wc_)/;

/** The choices that a form holds, by name. */
export function choicesOf(form: HTMLFormElement): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (CHOICE.test(name) && typeof value === "string" && value !== "") out[name] = value;
  }
  return out;
}

/** Asks for the price of a form as it stands. */
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
