// The cart with changes that the server has not answered yet, priced by the rules. Loaded where a cart is shown.

import { readCart } from "../../api/cart.ts";
import { reportPrice } from "../../api/priceReport.ts";
import { loadPricing } from "../../core/load.ts";
import type { Cart, CartChange, CartSums } from "../../core/types.ts";
import { cartState, enqueue, type Foresight, setCartState, setForesight } from "./cartState.ts";

type Rules = Pick<Awaited<ReturnType<typeof loadPricing>>, "foreseenCart">;
type Pricing = NonNullable<Cart["pricing"]>;

/** A change that counts; planned ones have a name. */
interface Entry {
  change: CartChange;
  planned?: string;
}

const sumsOf = ({ items, coupons, totals }: Cart): CartSums => ({
  lines: items.map(({ key, quantity, totals }) => [key, quantity, totals.line_total, totals.line_total_tax]),
  coupons: coupons.map(({ code, totals }) => [code, totals.total_discount, totals.total_discount_tax]),
  shipping: totals.total_shipping,
  tax: totals.total_tax,
  price: totals.total_price,
});

/** Lines being taken out stand in the list until the answer, and so does what would be an empty cart. */
function withLeaving(answered: Cart, cart: Cart): Cart {
  if (cart.items.length === 0) return answered;
  const items = answered.items.map((item) => cart.items.find(({ key }) => key === item.key) ?? item);
  return { ...cart, items };
}

/** The foresight by a module of the rules. */
export function foresightBy(rules: Rules): Foresight {
  let entries: Entry[] = [];
  let made: { answered: Cart; entries: Entry[]; cart: Cart } | null = null;
  const priced = (answered: Cart, pricing: Pricing, changes: CartChange[]): Cart => {
    const { items, coupons, ...sums } = rules.foreseenCart(pricing, changes);
    return {
      ...answered,
      ...sums,
      items: answered.items.flatMap((item) =>
        items.filter(({ key }) => key === item.key).map((one) => ({ ...item, ...one })),
      ),
      coupons: answered.coupons.flatMap(({ code }) => coupons.filter((one) => one.code === code)),
    };
  };
  return {
    begin: (change) => {
      const entry: Entry = { change };
      const name = "quantity" in change ? change.quantity.key : Object.keys(change)[0];
      entries = [...entries.filter(({ planned }) => planned !== name), entry];
      return (answer) => {
        const before = cartState().answered;
        entries = entries.filter((one) => one !== entry);
        if (!answer || !before?.pricing) return;
        const input = before.pricing;
        const [shown, answered] = [sumsOf(priced(before, input, [change])), sumsOf(answer)];
        // Whether they are of the same cart is for the shop to judge.
        if (JSON.stringify(shown) !== JSON.stringify(answered))
          reportPrice({ input, changes: [change], shown, answered });
      };
    },
    plan: (name, change) => {
      entries = entries.filter(({ planned }) => planned !== name);
      if (change) entries = [...entries, { change, planned: name }];
    },
    shown: (answered) => {
      if (entries.length === 0 || !answered.pricing) return answered;
      if (made?.answered !== answered || made.entries !== entries) {
        const changes = entries.map(({ change }) => change);
        const cart = priced(answered, answered.pricing, changes);
        made = { answered, entries, cart: withLeaving(answered, cart) };
      }
      return made.cart;
    },
  };
}

/** From now on, changes show what they come to. What the drawer shows of a cart that the browser kept knows nothing of prices and is
 * read anew. */
export async function startForesight(): Promise<void> {
  setForesight(foresightBy(await loadPricing()));
  const { answered, drawerOpen } = cartState();
  const keepSilent = () => undefined;
  if (drawerOpen && answered && !answered.pricing) await enqueue(() => readCart(), keepSilent);
  else setCartState({});
}
