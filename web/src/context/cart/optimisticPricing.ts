// Optimistic cart updates: changes that the server has not answered yet are priced by the rules. Loaded where a cart is shown.

import { fetchCart } from "../../api/cart.ts";
import { reportPrice } from "../../api/priceReport.ts";
import { loadPricing } from "../../core/load.ts";
import type { Cart, CartChange, CartSums } from "../../core/types.ts";
import {
  cartState,
  enqueue,
  type OptimisticPricing,
  setCartState,
  setOptimisticPricing,
} from "./cartState.ts";

type Rules = Pick<Awaited<ReturnType<typeof loadPricing>>, "optimisticCart">;
type Pricing = NonNullable<Cart["pricing"]>;

/** A pending change; changes that are not sent yet have a name. */
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

/** Lines that are being removed stay in the list until the server responds, and so does an otherwise empty cart. */
function withLeaving(answered: Cart, cart: Cart): Cart {
  if (cart.items.length === 0) return answered;
  const items = answered.items.map((item) => cart.items.find(({ key }) => key === item.key) ?? item);
  return { ...cart, items };
}

/** Creates optimistic pricing from a module of the rules. */
export function createOptimisticPricing(rules: Rules): OptimisticPricing {
  let entries: Entry[] = [];
  let cached: { answered: Cart; entries: Entry[]; cart: Cart } | null = null;
  const priced = (answered: Cart, pricing: Pricing, changes: CartChange[]): Cart => {
    const { items, coupons, ...sums } = rules.optimisticCart(pricing, changes);
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
    start: (change) => {
      const entry: Entry = { change };
      const name = "quantity" in change ? change.quantity.key : Object.keys(change)[0];
      entries = [...entries.filter(({ planned }) => planned !== name), entry];
      return (answer) => {
        const before = cartState().confirmed;
        entries = entries.filter((one) => one !== entry);
        if (!answer || !before?.pricing) return;
        const input = before.pricing;
        const [optimistic, answered] = [sumsOf(priced(before, input, [change])), sumsOf(answer)];
        // The server decides whether both totals are of the same cart.
        if (JSON.stringify(optimistic) !== JSON.stringify(answered))
          reportPrice({ input, changes: [change], shown: optimistic, answered });
      };
    },
    plan: (name, change) => {
      entries = entries.filter(({ planned }) => planned !== name);
      if (change) entries = [...entries, { change, planned: name }];
    },
    apply: (answered) => {
      if (entries.length === 0 || !answered.pricing) return answered;
      if (cached?.answered !== answered || cached.entries !== entries) {
        const changes = entries.map(({ change }) => change);
        const cart = priced(answered, answered.pricing, changes);
        cached = { answered, entries, cart: withLeaving(answered, cart) };
      }
      return cached.cart;
    },
  };
}

/** Enables optimistic pricing. A cached cart in an open drawer lacks the pricing data, so it is fetched again. */
export async function startOptimisticPricing(): Promise<void> {
  setOptimisticPricing(createOptimisticPricing(await loadPricing()));
  const { confirmed: answered, drawerOpen } = cartState();
  const ignoreError = () => undefined;
  if (drawerOpen && answered && !answered.pricing) await enqueue(() => fetchCart(), ignoreError);
  else setCartState({});
}
