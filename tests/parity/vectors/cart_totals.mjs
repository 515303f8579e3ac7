// Carts with coupons: integer cents, prices with VAT, the VAT rate of each line in percent.

/** Whether a parsed file has this format: arrays of cases with items, coupons and a rounding. */
export const fits = (data) =>
  arrays(data).some(([, rows]) => rows.every((row) => Array.isArray(row.items) && Array.isArray(row.coupons) && "rounding" in row));

const arrays = (data) => Object.entries(data ?? {}).filter(([, rows]) => Array.isArray(rows) && rows.length > 0);

/** Ten-thousandths of a percent. */
const fine = (percent) => Math.round(percent * 10_000);

function form({ items, coupons, rounding }) {
  const rates = [...new Set(items.map((item) => item.rate))];
  const home = { country: "IT", state: "" };
  return {
    lines: items.map(({ price, qty, rate }) => ({
      line: { unit_price: price, quantity: qty, taxable: true, tax_class: String(rate), needs_shipping: true, discount: 0 },
      goods: {},
    })),
    coupons: coupons.map(({ code, type, amount }) => ({
      code,
      kind: type,
      amount_hundredths: type === "percent" ? Math.round(amount * 100) : amount,
    })),
    sequential_coupons: false,
    shipping: null,
    taxes: {
      classes: rates.map(String),
      rates: rates.map((rate) => ({ ...home, rate: fine(rate), name: String(rate), class: String(rate), priority: 1 })),
    },
    rules: {
      taxes: true,
      prices_include_tax: true,
      base: home,
      round_at_subtotal: rounding === "subtotal",
      shipping_tax_class: null,
    },
    place: home,
    exempt: false,
    credits: [],
    now: 0,
  };
}

/** The cases: the whole cart in one call. */
export function* cases(data) {
  for (const [name, rows] of arrays(data)) {
    for (const [at, row] of rows.entries()) {
      const { items, coupons, expect } = row;
      const rates = [...new Set(items.map((item) => item.rate))];
      const sorted = (object) => Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
      const wanted = { ...expect, discounts: sorted(expect.discounts), tax: sorted(expect.tax) };
      yield {
        id: `${name}[${at}] ${items.length} items, ${coupons.map((coupon) => coupon.code).join(" ")}`,
        call: "cartTotals",
        args: [form(row)],
        expect: sorted(wanted),
        of: ({ totals, coupons: by, line_discounts }) => {
          const answer = {
            subtotal: items.reduce((sum, { price, qty }) => sum + price * qty, 0),
            total: totals.total,
            discounts: sorted(Object.fromEntries(by.map(({ code, entered }) => [code, entered]))),
            tax: sorted(Object.fromEntries(totals.tax_by_rate.map(([index, cents]) => [String(rates[index]), cents]))),
            tax_total: totals.tax,
            line_discounts,
          };
          if ("line_tax" in expect) answer.line_tax = totals.lines.map((line) => line.total_tax);
          return sorted(answer);
        },
      };
    }
  }
}
