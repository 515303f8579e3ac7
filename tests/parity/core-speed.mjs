// How long the rules take, for `scripts/bench`: the WebAssembly package under Node, and the questions for the native program
// (crates/shop-core/examples/speed.rs), which are the same. Judges nothing.
//
//     node tests/parity/core-speed.mjs               prints NAME, a tab, the median in µs
//     node tests/parity/core-speed.mjs --questions   prints the questions as JSON
import { createRequire } from "node:module";

const names = (prefix, count) => Array.from({ length: count }, (_, at) => `${prefix}-${at}`);

/** A product whose variations are all combinations of its attributes' options. */
function form(sizes) {
  const attributes = sizes.map((count, at) => ({ name: `attribute_pa_${at}`, options: names(`valore-${at}`, count), selected: "" }));
  let combinations = [{}];
  for (const { name, options } of attributes) {
    combinations = combinations.flatMap((chosen) => options.map((option) => ({ ...chosen, [name]: option })));
  }
  const variations = combinations.map((chosen, at) => ({ variation_id: 100 + at, attributes: chosen, max_qty: 10, sku: `SKU-${at}` }));
  return { sku: "BASE", attributes, variations };
}

const italy = { country: "IT", state: "" };
const rate = (name, thousandths) => ({ country: "IT", rate: thousandths * 1_000, name: "IVA", class: name, priority: 1, shipping: true });
const person = {
  first_name: "Anna", last_name: "Rossi", address_1: "Via Roma 1", city: "Milano", country: "IT", postcode: "20121", state: "MI",
  phone: "+39 02 123456",
};

/** A cart of fifty lines with two coupons, in three tax classes. */
const cart = {
  lines: Array.from({ length: 50 }, (_, at) => ({
    line: { unit_price: 350 + 37 * at, quantity: 1 + (at % 4), taxable: true, tax_class: ["", "reduced-10", "reduced-4"][at % 3], needs_shipping: true },
    goods: { product_id: at + 1, on_sale: at % 5 === 0 },
  })),
  coupons: [
    { code: "dieci", kind: "percent", amount_hundredths: 1_000, excludes_sale_items: true },
    { code: "cinque", kind: "fixed_cart", amount_hundredths: 500 },
  ],
  sequential_coupons: false,
  shipping: { cost: 500, taxable: true },
  taxes: { classes: ["reduced-10", "reduced-4"], rates: [rate("", 220), rate("reduced-10", 100), rate("reduced-4", 40)] },
  rules: { taxes: true, prices_include_tax: true, base: italy, round_at_subtotal: false, shipping_tax_class: null },
  place: italy,
  exempt: false,
  credits: [],
  now: 0,
};

const checkout = [
  {
    billing: { ...person, email: "anna@example.it" },
    shipping: person,
    payment_method: "stripe",
    shipping_method: { 0: "flat_rate:1" },
    terms: true,
  },
  {
    account: "optional",
    extra_fields: [{ name: "billing_field_285", label: "Citofono", required: false }],
    payment_methods: ["stripe"],
    shipped_to: ["IT", "DE"],
    shipping_rates: { 0: ["flat_rate:1", "free_shipping:2"] },
    sold_to: ["IT", "DE", "FR", "GB"],
  },
];

const hundred = "quattro Sedie blu intorno al tavolo di nonna Ada, 7 bicchieri e un gatto che dorme sul davanzale!!!!";

/** Either a product form whose options are chosen in turn, or the arguments of a function. */
const questions = [
  { name: "variation check, 10 variations", form: form([5, 2]) },
  { name: "variation check, 100 variations", form: form([10, 10]) },
  { name: "variation check, 1,000 variations", form: form([10, 10, 10]) },
  { name: "whole checkout form", call: "checkCheckout", args: checkout },
  { name: "VAT number", call: "checkVatNumber", args: ["IT", "it 00743-110157"] },
  { name: "password of 10 characters", call: "passwordStrength", args: ["Gelato2031", []] },
  { name: "password of 100 characters", call: "passwordStrength", args: [hundred, []] },
  { name: "totals of 50 lines with two coupons", call: "cartTotals", args: [cart] },
];

/** Median of the times of one call, in µs. Calls shorter than the clock is fine are timed by the batch. */
function median(step) {
  const timed = (count, from) => {
    const start = process.hrtime.bigint();
    for (let at = 0; at < count; at += 1) step(from + at);
    return Number(process.hrtime.bigint() - start) / 1_000 / count;
  };
  for (const until = Date.now() + 300; Date.now() < until; ) timed(1, 0);
  const batch = Math.max(1, Math.round(20 / timed(10, 0)));
  const times = [];
  for (const until = Date.now() + 700; Date.now() < until; ) times.push(timed(batch, times.length * batch));
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)];
}

if (process.argv[2] === "--questions") {
  console.log(JSON.stringify(questions));
} else {
  const require = createRequire(import.meta.url);
  const core = { ...require("../../web/pkg/password-nodejs/shop_password.js"), ...require("../../web/pkg/nodejs/shop_core.js") };
  for (const { name, form, call, args } of questions) {
    let step = () => core[call](...args);
    if (form) {
      const matcher = new core.VariationMatcher(form);
      let state = matcher.start();
      step = (at) => {
        const { name: attribute, options } = form.attributes[at % form.attributes.length];
        state = matcher.choose(state, attribute, options[at % options.length]);
      };
    }
    console.log(`${name}\t${median(step).toFixed(2)}`);
  }
}
