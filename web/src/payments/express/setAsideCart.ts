// Sets the shopper's cart aside while a wallet buys a single product: the product must be bought alone, so the other lines are
// removed and restored once the purchase is over.

import { type AddItem, addItem, applyCoupon, fetchCart, removeItem, restoreItem } from "../../api/cart.ts";
import { storeRequest } from "../../api/storeApi.ts";
import type { Cart } from "../../core/types.ts";

/** Session storage key, in case the shopper leaves the page meanwhile. */
const STORAGE_KEY = "bottega-express-cart";

interface SetAsideCart {
  /** Keys of the removed lines. */
  keys: string[];
  /**
   * Lines without options beside the variation, by key. They are added again after an order, when the shop no longer remembers
   * removed lines.
   */
  plain: Record<string, AddItem>;
  /** Codes of the coupons, as some are dropped with their lines. */
  coupons: string[];
}

const NOTHING: SetAsideCart = { keys: [], plain: {}, coupons: [] };

function loadSetAside(): SetAsideCart {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "null") ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

function storeSetAside(cart: SetAsideCart): void {
  try {
    if (cart.keys.length > 0) sessionStorage.setItem(STORAGE_KEY, JSON.stringify(cart));
    else sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Without storage nothing can be restored; `restoreCart` then reports it.
  }
}

/** Whether this tab has set lines aside. */
export const hasSetAside = (): boolean => loadSetAside().keys.length > 0;

/** Empties the cart, ignoring lines that cannot be removed. Lines that were set aside earlier stay recorded. */
export async function emptyCart(bookingId?: number): Promise<void> {
  const { items, coupons } = await fetchCart();
  if (!hasSetAside()) {
    const plain = items
      .filter(({ item_data }) => item_data.length === 0)
      .map(({ key, id, quantity, variation }): [string, AddItem] => {
        const chosen = variation.map(({ raw_attribute, value }) => ({ attribute: raw_attribute, value }));
        return [key, { id, quantity, variation: chosen }];
      });
    storeSetAside({
      keys: items.map(({ key }) => key),
      plain: Object.fromEntries(plain),
      coupons: coupons.map(({ code }) => code),
    });
  }
  for (const { key } of items) {
    const removal = bookingId
      ? storeRequest<Cart>("POST", "/cart/remove-item", { key, booking_id: bookingId })
      : removeItem(key);
    await removal.catch(() => {});
  }
}

/** Restores the lines that were set aside, replacing the current ones. Resolves to whether all of them are back. */
export async function restoreCart(): Promise<boolean> {
  const { keys, plain, coupons } = loadSetAside();
  storeSetAside(NOTHING);
  const cart = await fetchCart();
  const bought = cart.items.map(({ key }) => key);
  let all = true;
  const failed = () => {
    all = false;
  };
  // Lines of the same kind are removed first, or the restored quantity would be added to theirs. The others go last, as only a
  // limited number of removed lines can be restored.
  for (const key of bought.filter((key) => keys.includes(key))) await removeItem(key).catch(failed);
  for (const key of keys) {
    const again = plain[key];
    await restoreItem(key)
      .catch((error: unknown) => {
        if (!again) throw error;
        return addItem(again);
      })
      .catch(failed);
  }
  for (const key of bought.filter((key) => !keys.includes(key))) await removeItem(key).catch(failed);
  const still = new Set(cart.coupons.map(({ code }) => code));
  for (const code of coupons.filter((code) => !still.has(code))) await applyCoupon(code).catch(failed);
  return all;
}
