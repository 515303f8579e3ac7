// The cart that a shopper had before a product was bought by a wallet: its lines are taken out, as the product is bought alone,
// and put back when the purchase is over.

import { type AddItem, addItem, applyCoupon, readCart, removeItem, restoreItem } from "../../api/cart.ts";
import { storeRequest } from "../../api/storeApi.ts";
import type { Cart } from "../../core/types.ts";

/** Where it is noted, should the page be left meanwhile. */
const NOTE = "bottega-express-cart";

interface Kept {
  /** Keys of the lines. */
  keys: string[];
  /** Lines without choices beside the variation, by key: an order makes the shop forget what was taken out. */
  plain: Record<string, AddItem>;
  /** Codes of the coupons: some do not outlast their lines. */
  coupons: string[];
}

const NOTHING: Kept = { keys: [], plain: {}, coupons: [] };

function kept(): Kept {
  try {
    return JSON.parse(sessionStorage.getItem(NOTE) ?? "null") ?? NOTHING;
  } catch {
    return NOTHING;
  }
}

function note(taken: Kept): void {
  try {
    if (taken.keys.length > 0) sessionStorage.setItem(NOTE, JSON.stringify(taken));
    else sessionStorage.removeItem(NOTE);
  } catch {
    // Without storage nothing can be put back, and the shopper is told.
  }
}

/** Whether lines were taken out in this tab. */
export const isTakenOut = (): boolean => kept().keys.length > 0;

/** Empties the cart, whatever becomes of single lines. What was taken out before stays noted. */
export async function emptyCart(bookingId?: number): Promise<void> {
  const { items, coupons } = await readCart();
  if (!isTakenOut()) {
    const plain = items
      .filter(({ item_data }) => item_data.length === 0)
      .map(({ key, id, quantity, variation }): [string, AddItem] => {
        const chosen = variation.map(({ raw_attribute, value }) => ({ attribute: raw_attribute, value }));
        return [key, { id, quantity, variation: chosen }];
      });
    note({
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

/** Puts back what was taken out, in place of what is there. Whether all of it is back. */
export async function putBack(): Promise<boolean> {
  const { keys, plain, coupons } = kept();
  note(NOTHING);
  const cart = await readCart();
  const bought = cart.items.map(({ key }) => key);
  let all = true;
  const failed = () => {
    all = false;
  };
  // A line of the same kind would be added to. The others go last: only so many removed lines can be put back.
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
