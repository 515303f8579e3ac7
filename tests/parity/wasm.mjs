// The WebAssembly package (web/pkg/nodejs, made by scripts/build-wasm) answers every case as the native rules do, and its
// declarations hold what they must. Run: node --test tests/parity/wasm.mjs
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { canonical } from "./judge.mjs";

const here = new URL(".", import.meta.url);
const read = (path) => readFileSync(new URL(path, here), "utf8");
const core = createRequire(import.meta.url)("../../web/pkg/nodejs/shop_core.js");
const declarations = read("../../web/pkg/nodejs/shop_core.d.ts");
const exported = JSON.parse(read("exports.json"));

for (const file of readdirSync(new URL("cases/", here)).sort()) {
  const cases = JSON.parse(read(`cases/${file}`));
  test(`${file}: ${cases.length} cases answer as in native code`, () => {
    for (const { call, args, expect } of cases) {
      assert.equal(canonical(core[call](...args)), canonical(expect), `${call}(${JSON.stringify(args).slice(0, 400)})`);
    }
  });
}

// scripts/test --all asks for more.
const carts = Number(process.env.PARITY_CARTS ?? 2_000);
test(`${carts} carts made up at random are priced to the cent as in native code`, async () => {
  const program = process.env.NATIVE ?? new URL("../../target/debug/core", here).pathname;
  const native = spawn(program, ["--carts", "20261125", String(carts)], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(native, "exit");
  const seen = new Set();
  let count = 0;
  // Read as they come: both sides price at the same time.
  for await (const line of createInterface({ input: native.stdout })) {
    const { args, value } = JSON.parse(line);
    assert.equal(canonical(core.optimisticCart(...args)), canonical(value), JSON.stringify(args).slice(0, 4000));
    seen.add(value.totals.total_price);
    count += 1;
  }
  assert.deepEqual(await exit, [0, null]);
  assert.equal(count, carts);
  assert.ok(seen.size > carts / 2, `${seen.size} different totals: the carts are too alike`);
});

test("the package exports the functions of the table and VariationMatcher, nothing else", () => {
  assert.deepEqual(Object.keys(core).filter((name) => !name.startsWith("__")).sort(), [...exported, "VariationMatcher"].sort());
  const declared = [...declarations.matchAll(/^export function (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(declared.sort(), [...exported].sort());
});

test("no type is declared twice", () => {
  const names = [...declarations.matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(([, name]) => name);
  assert.deepEqual(names.filter((name, at) => names.indexOf(name) !== at), []);
});

test("every type that is used is declared", () => {
  const code = declarations.replaceAll(/\/\*[^]*?\*\//g, "");
  const declared = new Set([...code.matchAll(/^export (?:interface|type|class) (\w+)/gm)].map(([, name]) => name));
  // Capitalised words outside of texts are type names, but for names of fields; those of the language itself are known.
  const known = new Set(["Record", "Symbol", "Map", "Array", "Partial"]);
  const used = [...code.replaceAll(/"[^"]*"/g, "").matchAll(/\b[A-Z]\w+\b(?!\??:)/g)].map(([name]) => name);
  assert.deepEqual([...new Set(used)].filter((name) => !declared.has(name) && !known.has(name)), []);
});

// No exported function names the page views and the store API's shapes: they are declared because link-time optimisation
// keeps the whole of shop-core's declarations. This would notice if a compiler stopped doing so.
test("page views and store API shapes are declared although no function names them", () => {
  const folder = new URL("../../crates/shop-core/src/", here);
  const wanted = readdirSync(folder, { recursive: true })
    .filter((path) => /^(view|store_api)\/.*\.rs$/.test(path))
    .flatMap((path) => {
      const source = readFileSync(new URL(path, folder), "utf8");
      return [...source.matchAll(/Tsify[^{}]*?pub (?:struct|enum) (\w+)/g)].map(([, name]) => name);
    })
    .filter((name) => !new RegExp(`^export (?:interface|type) ${name}\\b`, "m").test(declarations));
  assert.deepEqual(wanted, []);
});

test("VariationMatcher steps as the functions do", () => {
  const matchers = new Map();
  const matcher = (form) => {
    const key = JSON.stringify(form);
    if (!matchers.has(key)) matchers.set(key, new core.VariationMatcher(form));
    return matchers.get(key);
  };
  const steps = {
    variationFormState: (form) => matcher(form).start(),
    chooseOption: (form, ...rest) => matcher(form).choose(...rest),
    resetOptions: (form, ...rest) => matcher(form).reset(...rest),
    setVariationQuantity: (form, ...rest) => matcher(form).setQuantity(...rest),
  };
  for (const { call, args, expect } of JSON.parse(read("cases/variations.json"))) {
    assert.equal(canonical(steps[call](...args)), canonical(expect), call);
  }
});

test("a whole state may be passed where the remembered part is wanted", () => {
  const { args: [form] } = JSON.parse(read("cases/variations.json"))[0];
  const state = core.variationFormState(form);
  assert.equal(core.resetOptions(form, state).reset_announced, true);
});

test("input of the wrong shape throws, and the next call works", () => {
  for (let times = 0; times < 1000; times += 1) {
    assert.throws(() => core.formatPrice(1.5, "it"), Error);
    assert.throws(() => core.fitQuantity("Olio", "1", null), Error);
    assert.throws(() => new core.VariationMatcher({ variations: 7 }), Error);
  }
  assert.equal(core.formatPrice(7200, "it"), "72,00\u00a0€");
});

test("an error names the type, the field and the reason", () => {
  assert.throws(() => new core.VariationMatcher({ variations: 7 }), /VariationForm: variations is no list/);
  assert.throws(() => core.messageText("x", {}, "fr"), /Lang: .*none of the words/);
  assert.throws(() => core.optimisticCart({ lang: "it" }, []), /PricingInput: \w+ is missing/);
});

test("whole numbers beyond 2^53 are refused, not rounded", () => {
  assert.throws(() => core.formatPrice(2 ** 53, "it"), /safe|integer|i64/i);
});
