// A fake of the shop's server as far as wallets use it, with recorded responses of a real one (fixtures/express.json).

import { answers } from "./page.tsx";
import { type Call, serve } from "./server.ts";

const express = answers("express");
const orders = answers("orders");

/** Returns the name of a call: the gateway's action, or the store API's operation. */
export const actionOf = ({ path }: Call): string =>
  /wc-ajax=(?:wc_stripe_)?(\w+)/.exec(path)?.[1] ?? path.replace(/\?.*/, "").split("/").pop() ?? "";

type Served = { status?: number; body: unknown } | null;

/**
 * Serves a page with wallets. `own` responds first; if it returns `null`, the fake shop does. Returns all calls, and those of an
 * action.
 */
export function expressShop(
  page: { express?: unknown; purchase?: { price: unknown } | null },
  own: (call: Call, action: string) => Served | Promise<Served> = () => null,
) {
  const settings = page.express as Record<string, unknown>;
  let cart = answers("carts").empty;
  /** The cart's response for a product with options. */
  let added = {};
  const calls = serve(async (call) => {
    const action = actionOf(call);
    const ownResponse = await own(call, action);
    if (ownResponse) return { headers: { Nonce: "a-nonce" }, ...ownResponse };
    const form = new URLSearchParams(call.form);
    const sums = settings.is_product_page ? express.product : express.cart;
    form.delete("security");
    const nonce = express.session.nonce;
    const found: Record<string, () => unknown> = {
      get_express_settings: () => ({ ...settings, nonce }),
      cart: () => cart,
      "add-item": () => cart,
      "remove-item": () => cart,
      add_to_cart: () => {
        added = express.added[form.toString()];
        return added;
      },
      bottega_purchase: () => page.purchase?.price,
      get_selected_product_data: () => express.selected[form.toString()],
      get_shipping_options: () => ({ ...sums[form.get("postcode") ?? ""], ...added }),
      update_shipping_method: () => sums.pickup,
      get_cart_details: () => express.details,
      normalize_address: () => addressesIn(form),
      offers: () => ({ coupons: [], credits: [] }),
      checkout: () => orders.placed,
    };
    const placed = /\/checkout\/\d+\?/.test(call.path) ? "checkout" : action;
    const body = found[placed]?.() ?? null;
    return { body, headers: { Nonce: "a-nonce" } };
  });
  return {
    calls,
    callsOf: (action: string) => calls.filter((call) => actionOf(call) === action),
    holds: (newCart: object) => {
      cart = newCart;
    },
  };
}

/** Valid addresses are returned unchanged. */
function addressesIn(form: URLSearchParams) {
  const found: Record<string, Record<string, string>> = {};
  for (const [key, value] of form) {
    const [, kind, name] = /^data\[(\w+)\]\[(\w+)\]$/.exec(key) ?? [];
    if (kind && name) found[kind] = { ...found[kind], [name]: value };
  }
  return found;
}
