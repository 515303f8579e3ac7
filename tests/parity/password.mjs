// The password module (web/pkg/password-nodejs, made by scripts/build-wasm from a compact copy of the `zxcvbn` crate) answers as
// native code with the crate as it is. Native answers are asked for here, as they depend on the year of the clock.
// Run: NATIVE=target/debug/core node --test tests/parity/password.mjs
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

const root = new URL("../../", import.meta.url);
const { passwordStrength } = createRequire(import.meta.url)("../../web/pkg/password-nodejs/shop_password.js");
const native = process.env.NATIVE ?? new URL("target/debug/core", root).pathname;
const year = new Date().getUTCFullYear();

/** Native answers to many calls of `passwordStrength`, in their order. */
function answers(calls) {
  const input = calls.map((args) => JSON.stringify({ call: "passwordStrength", args })).join("\n");
  const lines = execFileSync(native, { input: `${input}\n`, encoding: "utf8", maxBuffer: 1 << 26 });
  return lines.trim().split("\n").map((line) => JSON.parse(line).value);
}

function alike(calls) {
  const expected = answers(calls);
  assert.equal(expected.length, calls.length);
  calls.forEach(([password, words], at) => {
    const found = passwordStrength(password, words, year);
    const what = JSON.stringify([password.slice(0, 200), words]);
    assert.equal(found.score, expected[at].score, what);
    // The last digit of a logarithm is the mathematical library's.
    assert.ok(Math.abs(found.guesses_log10 - expected[at].guesses_log10) < 1e-12, `${what}: ${found.guesses_log10}, not ${expected[at].guesses_log10}`);
  });
}

/** Numbers that are the same at each run. */
function* numbers() {
  for (let state = 20_250; ; ) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    yield state >>> 8;
  }
}
const source = numbers();
const below = (limit) => source.next().value % limit;
const one = (list) => list[below(list.length)];
const many = (times, make) => Array.from({ length: times }, (_, at) => make(at));

const words = ["password", "gelato", "love", "monkey", "francesca", "smith", "trustno1", "iloveyou", "mozzarella", "don't", "zxcvbn", "you're", "nebraska", "ciao"];
const rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm,./", "1qaz2wsx3edc", "!@#$%^&*()", "aoeuidhtns", "789456123", "0987654321", "]['/.,;l"];
const signs = { a: "4@", b: "8", c: "({[<", e: "3", g: "69", i: "1!|", l: "1|7", o: "0", s: "$5", t: "+7", x: "%", z: "2" };
const pictures = ["😀", "🐟🍝", "👩‍👩‍👧", "é", "e\u0301", "İ", "ẞ", "ς", "ΟΔΟΣ", "ΑΣ'Α", "日本", "жук", "\u2003", "\n", "\u2028"];

const disguise = (word) => [...word].map((c) => (below(3) === 0 && signs[c] ? one([...signs[c]]) : c)).join("");
const cased = (word) => [...word].map((c) => (below(3) === 0 ? c.toUpperCase() : c)).join("");
const date = () => {
  const [day, month, of] = [below(32), below(13), one([below(100), 1900 + below(160), 1000 + below(1200)])];
  const parts = one([[day, month, of], [month, day, of], [of, month, day]]).map((part) => (below(2) ? String(part).padStart(2, "0") : String(part)));
  return parts.join(one(["", "", "/", "-", ".", " ", "_", "\\"]));
};
const run = () => {
  const row = one(rows);
  const from = below(row.length - 2);
  const piece = row.slice(from, from + 3 + below(8));
  return below(2) ? piece : [...piece].reverse().join("");
};
const random = (length) => String.fromCharCode(...many(length, () => 33 + below(94)));
const sequence = () => String.fromCharCode(...many(3 + below(8), (at) => 97 + ((at * one([1, 1, 1, 2])) % 26)));
const piece = () => one([() => one(words), () => disguise(one(words)), () => cased(one(words)), () => [...one(words)].reverse().join(""), date, run, sequence, () => random(1 + below(6)), () => one(pictures)])();

const kinds = {
  "words, disguised, in capitals and backwards": () => one([disguise, cased, (word) => disguise(cased(word))])(one(words)) + one(["", "1", "!", "99", one(words)]),
  dates: () => one(["", "", one(words)]) + date() + one(["", "", "x"]),
  repeats: () => one([piece(), random(1 + below(3))]).repeat(2 + below(6)) + one(["", "a", "1"]),
  "keyboard runs and sequences": () => one([run, sequence])() + one(["", run()]),
  "letters of other scripts and pictures": () => many(1 + below(4), () => one([one(pictures), piece()])).join(""),
  "signs and letters at random": () => random(1 + below(24)),
  "pieces of all kinds": () => many(2 + below(4), piece).join(""),
};

for (const [kind, make] of Object.entries(kinds)) {
  test(`${kind}: as in native code`, () => {
    alike(many(80, () => [make(), below(3) ? [] : [one(words), one(pictures), piece()]]));
  });
}

test("long passwords: as in native code", () => {
  const long = many(12, () => many(40, piece).join(""));
  const mixed = random(100).replaceAll(/[^a-z]/gi, "x");
  alike([
    ...long.map((password) => [password, []]),
    ...["a", "ab1", "password", "😀", "aB3$x"].map((part) => [part.repeat(300), []]),
    [mixed, [mixed.toLowerCase()]],
    [`${mixed}${mixed}`, [`${mixed}${mixed}`]],
    ["", ["a"]],
  ]);
});

test("5,000 characters take no longer than 100", () => {
  for (const part of ["x", "4@8({[<3691!|70$5+%2", "q7W!", "😀"]) {
    const time = (length) => {
      const password = part.repeat(length).slice(0, length);
      const start = performance.now();
      passwordStrength(password, []);
      return performance.now() - start;
    };
    time(100);
    const bound = 3 * Math.min(...many(3, () => time(100))) + 20;
    // The fastest of several runs: another program may have had the core during the others.
    let fastest = time(5_000);
    for (let run = 0; run < 50 && fastest >= bound; run += 1) fastest = Math.min(fastest, time(5_000));
    assert.ok(fastest < bound, `${part}: ${fastest} of ${bound} ms`);
  }
});

test("dates are counted from the year that is given", () => {
  const guesses = (from) => passwordStrength("3.5.1950", [], from).guesses_log10;
  assert.ok(guesses(2000) < guesses(2100));
  assert.equal(guesses(undefined), guesses(2026));
});

test("no clock, no chance: the module imports only conversions of texts and the making of its result", () => {
  for (const kind of ["bundler", "nodejs", "web"]) {
    const module = new WebAssembly.Module(readFileSync(new URL(`web/pkg/password-${kind}/shop_password_bg.wasm`, root)));
    const imports = WebAssembly.Module.imports(module).map(({ name }) => name.replace(/_[0-9a-f]{16}$/, ""));
    const known = ["__wbg___wbindgen_string_get", "__wbg___wbindgen_throw", "__wbg_call", "__wbg_new", "__wbg_set", "__wbindgen_init_externref_table"];
    assert.deepEqual(imports.sort(), known.sort());
  }
  // `call` is `toLowerCase`, for the Greek sigma; `new` and `set` make the object that is the answer.
  const script = readFileSync(new URL("web/pkg/password-nodejs/shop_password.js", root), "utf8");
  assert.match(script, /String\.prototype\.toLowerCase\.call\(/);
  assert.doesNotMatch(script, /\b(Date|performance|crypto|Math\.random)\b/);
});

test("the module holds no path of the machine that built it", () => {
  const module = readFileSync(new URL("web/pkg/password-bundler/shop_password_bg.wasm", root));
  assert.doesNotMatch(module.toString("latin1"), /registry\/src|\/home\/|\/root\//);
});

test("input of the wrong shape throws, and the next call works", () => {
  for (let times = 0; times < 1000; times += 1) {
    assert.throws(() => passwordStrength(undefined, []), Error);
    assert.throws(() => passwordStrength("a", [7]), Error);
    assert.throws(() => passwordStrength("a"), Error);
  }
  assert.deepEqual(passwordStrength("", []), { score: 0, guesses_log10: 0 });
});
