// The packages as a stranger gets them: packed, installed in an empty folder, used from Node (import and require), from a worker and with
// strict types. Run: node --test tests/parity/package.mjs
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";

const root = new URL("../../", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "bottega-package-"));
after(() => rmSync(folder, { recursive: true, force: true }));

const run = (program, ...args) => execFileSync(program, args, { cwd: folder, encoding: "utf8" });
const write = (name, text) => writeFileSync(join(folder, name), text);

const packed = JSON.parse(
  execFileSync("npm", ["pack", "--json", "--pack-destination", folder, "./package", "./password-package"], { cwd: join(root, "web/pkg"), encoding: "utf8" }),
);
write("package.json", JSON.stringify({ name: "stranger", private: true, type: "module" }));
run("npm", "install", "--offline", "--no-audit", "--no-fund", ...packed.map(({ filename }) => join(folder, filename)));

test("the packed files are the builds, their types, the README and the licence, nothing else", () => {
  for (const { files } of packed) {
    const names = files.map((file) => file.path).sort();
    assert.ok(names.includes("README.md") && names.includes("LICENSE"), String(names));
    assert.deepEqual(names.filter((name) => !/^(README\.md|LICENSE|package\.json|(bundler|node|web)\/(package\.json|shop_(core|password)[\w.]*))$/.test(name)), []);
  }
});

test("Node imports it", () => {
  write("use.mjs", 'import { formatPrice } from "@bottega/shop-core"; console.log(formatPrice(7200, "it"));');
  assert.equal(run("node", "use.mjs").trim(), "72,00\u00a0€");
});

test("the examples of the README answer what is written behind them", () => {
  const readme = readFileSync(join(root, "crates/shop-wasm/README.md"), "utf8");
  const examples = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code).join("");
  const names = [...new Set(examples.match(/\b\w+(?=\()/g))];
  const call = /^(?!const )(.+); \/\/ (.+)$/gm;
  assert.ok([...examples.matchAll(call)].length > 15, examples);
  const checked = examples.replace(call, "assert.deepEqual($1, $2);");
  write(
    "examples.mjs",
    `import assert from "node:assert"; import { ${names.join(", ")} } from "@bottega/shop-core";\n${checked}`,
  );
  run("node", "examples.mjs");
});

test("Node requires it", () => {
  write("use.cjs", 'console.log(require("@bottega/shop-core").formatPrice(7200, "en"));');
  assert.equal(run("node", "use.cjs").trim(), "€72.00");
});

test("password strength is imported, required, used in a worker and loaded without a bundler", () => {
  const call = 'console.log(passwordStrength("gelato", [], 2026).score)';
  write("strength.mjs", `import { passwordStrength } from "@bottega/shop-password"; ${call};`);
  write("strength.cjs", `const { passwordStrength } = require("@bottega/shop-password"); ${call};`);
  write("strength-main.mjs", 'import { Worker } from "node:worker_threads"; new Worker(new URL("strength.mjs", import.meta.url));');
  write(
    "strength-page.mjs",
    `import { readFileSync } from "node:fs"; import load, { passwordStrength } from "@bottega/shop-password/web"; await load({ module_or_path: readFileSync(new URL(import.meta.resolve("@bottega/shop-password/shop_password_bg.wasm"))) }); ${call};`,
  );
  for (const name of ["strength.mjs", "strength.cjs", "strength-main.mjs", "strength-page.mjs"]) assert.equal(run("node", name).trim(), "1", name);
});

test("a worker uses it and posts results as they are", () => {
  write("worker.mjs", 'import { parentPort } from "node:worker_threads"; import { stateField } from "@bottega/shop-core"; parentPort.postMessage(stateField("FR", "it"));');
  write(
    "main.mjs",
    'import { Worker } from "node:worker_threads"; new Worker(new URL("worker.mjs", import.meta.url)).on("message", (field) => console.log(JSON.stringify(field)));',
  );
  assert.match(run("node", "main.mjs"), /hidden/);
});

test("a page without a bundler loads it by itself", () => {
  write(
    "page.mjs",
    'import { readFileSync } from "node:fs"; import load, { formatPrice } from "@bottega/shop-core/web"; await load({ module_or_path: readFileSync(new URL(import.meta.resolve("@bottega/shop-core/shop_core_bg.wasm"))) }); console.log(formatPrice(100, "it"));',
  );
  assert.equal(run("node", "page.mjs").trim(), "1,00\u00a0€");
});

/** Compiles each text as a module of its own, strictly and in one run, and returns the compiler's errors for each. */
function compile(texts) {
  const files = texts.map((text, at) => {
    write(`use-${at}.ts`, text);
    return `use-${at}.ts`;
  });
  const compiler = join(root, "web/node_modules/typescript/bin/tsc");
  const options = ["--strict", "--noEmit", "--skipLibCheck", "--pretty", "false", "--module", "esnext", "--moduleResolution", "bundler", "--target", "es2023"];
  let output = "";
  try {
    run("node", compiler, ...options, ...files);
  } catch (error) {
    output = String(error.stdout);
  }
  // An error outside of the files counts for each of them; indented lines explain the error above.
  const errors = output.split("\n").filter((line) => line !== "" && !line.startsWith(" "));
  const isOf = (line, file) => line.startsWith(`${file}(`);
  return files.map((file) => errors.filter((line) => isOf(line, file) || !files.some((any) => isOf(line, any))).join("\n"));
}

test("its types are exact: right calls compile, wrong ones do not", () => {
  const core = (text) => `import { formatPrice, type FieldError } from "@bottega/shop-core"; ${text}`;
  const strength = (text) => `import { passwordStrength, type Strength } from "@bottega/shop-password"; ${text}`;
  const expected = [
    [core('export const a: string = formatPrice(1, "it"); export const e: FieldError[] = [];'), /^$/],
    [core('export const a = formatPrice("1", "it");'), /TS2345/],
    [core('export const a = formatPrice(1, "fr");'), /TS2345/],
    [strength('export const a: Strength = passwordStrength("a", ["b"], 2026); export const s: 0 | 1 | 2 | 3 | 4 = passwordStrength("a", []).score;'), /^$/],
    [strength("export const a = passwordStrength(1, []);"), /TS2345/],
    [strength('export const a = passwordStrength("a", "b");'), /TS2345/],
    [strength('export const a: string = passwordStrength("a", []).guesses_log10;'), /TS2322/],
  ];
  const errors = compile(expected.map(([text]) => text));
  expected.forEach(([text, pattern], at) => assert.match(errors[at], pattern, text));
  for (const name of ["shop-core/bundler/shop_core", "shop-password/bundler/shop_password"]) {
    const text = readFileSync(join(folder, `node_modules/@bottega/${name}.d.ts`), "utf8").replaceAll(/\/\*[^]*?\*\//g, "");
    assert.doesNotMatch(text, /\bany\b/, name);
  }
});
