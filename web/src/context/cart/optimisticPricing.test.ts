import { pageOf } from "../../../tests/fixture.tsx";
import { serve } from "../../../tests/server.ts";
import { loadPricing } from "../../core/load.ts";
import type { Cart, CartChange, PriceReport } from "../../core/types.ts";
import { adoptCart, cartState, enqueue, setCartState, setOptimisticPricing } from "./cartState.ts";
import { planLine, updateLine } from "./lines.ts";
import { createOptimisticPricing } from "./optimisticPricing.ts";

const address = { country: "IT", state: "MI", postcode: "20129" };

function pricingOf(cents: number, quantity: number): NonNullable<Cart["pricing"]> {
  const priced = { unit: cents, once: 0 };
  const line = {
    key: "a",
    quantity,
    priced,
    regular: priced,
    each: priced,
    taxable: true,
    tax_class: "",
    needs_shipping: false,
    weight_milli: 0,
    shipping_class: "",
    coupon_goods: {},
    plan: null,
  };
  return {
    lang: "it",
    rules: {
      taxes: { classes: [], rates: [{ country: "IT", rate: 220_000, name: "IVA", class: "", priority: 1 }] },
      totals: {
        taxes: true,
        prices_include_tax: true,
        base: address,
        round_at_subtotal: false,
        shipping_tax_class: null,
      },
      taxed_at: "delivery",
      shows_tax: true,
      names_taxes: true,
      sequential_coupons: false,
      zones: [],
      shipped_to: [],
      waits_for_address: true,
    },
    goods: [line],
    coupons: [],
    billing: address,
    shipping: address,
    address_open: false,
    delivery: {},
    credits: [],
    now: 0,
    today: "2026-11-25",
  };
}

/** A cart with one line at this price, built by the rules. */
async function cartOf(cents: number, quantity: number): Promise<Cart> {
  const pricing = pricingOf(cents, quantity);
  const { items, ...sums } = (await loadPricing()).optimisticCart(pricing, []);
  const { cart } = pageOf("cart", "cart");
  const item = cart.items[0];
  if (!item) throw new Error("the fixture has no line");
  return { ...cart, ...sums, items: items.map((priced) => ({ ...item, ...priced })), pricing };
}

const price = () => cartState().cart?.totals.total_price;

beforeEach(async () => {
  setOptimisticPricing(createOptimisticPricing(await loadPricing()));
  setCartState({ cart: null });
});

test("a change shows its totals at once, and later changes outlast its response", async () => {
  adoptCart(await cartOf(1000, 1), "n");
  const [two, three] = [await cartOf(1000, 2), await cartOf(1000, 3)];
  const answers: (() => void)[] = [];
  serve(
    (call) =>
      new Promise((done) => {
        answers.push(() => done({ body: (call.body as { quantity: number }).quantity === 2 ? two : three }));
      }),
  );
  const seen: (string | undefined)[] = [];
  const first = updateLine("a", 2, "Olio");
  expect(price()).toBe("2000");
  const second = updateLine("a", 3, "Olio");
  expect(price()).toBe("3000");
  const note = async () => {
    await new Promise((done) => setTimeout(done, 0));
    seen.push(price());
    answers.shift()?.();
  };
  while (answers.length > 0 || seen.length < 4) await note();
  await Promise.all([first, second]);
  expect(new Set(seen)).toEqual(new Set(["3000"]));
  expect(cartState().confirmed?.totals.total_price).toBe("3000");
});

test("a planned change shows its totals and disappears if it is not sent", async () => {
  adoptCart(await cartOf(1000, 1), "n");
  planLine("a", 5);
  expect(price()).toBe("5000");
  planLine("a", 2);
  expect(price()).toBe("2000");
  planLine("a", null);
  expect(price()).toBe("1000");
});

test("a differing response of the server wins, and is reported once", async () => {
  adoptCart(await cartOf(1001, 1), "n");
  const right = await cartOf(1000, 2);
  const calls = serve(() => ({ body: {} }));
  const change: CartChange = { quantity: { key: "a", quantity: 2 } };
  const run = enqueue(async () => right, undefined, change);
  expect(price()).toBe("2002");
  await run;
  expect(price()).toBe("2000");
  const reports = calls.filter(({ path }) => path === "/price-report").map(({ body }) => body as PriceReport);
  expect(reports.map(({ shown, answered }) => [shown.price, answered.price])).toEqual([["2002", "2000"]]);
});

test("a refusal restores the server's last cart", async () => {
  adoptCart(await cartOf(1000, 1), "n");
  serve(() => ({ status: 400, body: { code: "no_stock", message: "Esaurito", data: { status: 400 } } }));
  const run = updateLine("a", 4, "Olio");
  expect(price()).toBe("4000");
  await run;
  expect([price(), cartState().error?.message]).toEqual(["1000", "Esaurito"]);
});
