// How long a step of the variation form takes in the WebAssembly package, with 100 variations of two attributes.
// Prints microseconds; judges nothing. Run: node tests/parity/variation-speed.mjs
import { createRequire } from "node:module";

const core = createRequire(import.meta.url)("../../web/pkg/nodejs/shop_core.js");
const names = (prefix) => Array.from({ length: 10 }, (_, at) => `${prefix}-${at}`);
const [sizes, tastes] = [names("formato"), names("gusto")];
const form = {
  sku: "BASE",
  attributes: [
    { name: "attribute_pa_formato", options: sizes, selected: "" },
    { name: "attribute_pa_gusto", options: tastes, selected: "" },
  ],
  variations: sizes.flatMap((size, i) =>
    tastes.map((taste, j) => ({
      variation_id: 100 + 10 * i + j,
      attributes: { attribute_pa_formato: size, attribute_pa_gusto: taste },
      max_qty: 10,
      sku: `SKU-${i}-${j}`,
    })),
  ),
};

function measure(label, rounds, step) {
  for (let at = 0; at < rounds; at += 1) step(at);
  const times = [];
  for (let at = 0; at < rounds; at += 1) {
    const start = process.hrtime.bigint();
    step(at);
    times.push(Number(process.hrtime.bigint() - start) / 1000);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
  console.log(`${label}: median ${at(0.5)} µs, p95 ${at(0.95)} µs`);
}

const matcher = new core.VariationMatcher(form);
let state = matcher.start();
measure("matcher.choose", 5000, (at) => {
  state = matcher.choose(state, at % 2 ? "attribute_pa_formato" : "attribute_pa_gusto", at % 2 ? sizes[at % 10] : tastes[at % 10]);
});
measure("new VariationMatcher", 500, () => new core.VariationMatcher(form).free());
measure("variationFormState (index built anew)", 500, () => core.variationFormState(form));
measure("formatPrice", 5000, (at) => core.formatPrice(at, "it"));
