// Runs files of cases through the rules, natively and as WebAssembly under Node, and prints every case that differs.
//
//     node tests/parity/vectors.mjs NATIVE FILE...
//
// NATIVE is the program that answers `{"call", "args"}` lines (tests/parity/core.rs). A file's format is found by its keys, in the
// modules of tests/parity/vectors. Ends with `native: N passed, N failed` and `wasm: N passed, N failed`; the exit status is 1
// when a case differs, 2 when a file cannot be read or has no known format.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const require = createRequire(import.meta.url);
const [native, ...files] = process.argv.slice(2);
if (!native || files.length === 0) fail("usage: vectors.mjs NATIVE FILE...");

function fail(sentence) {
  console.error(`vectors: ${sentence}`);
  process.exit(2);
}

const folder = new URL("vectors/", import.meta.url);
const formats = await Promise.all(
  readdirSync(folder)
    .filter((name) => name.endsWith(".mjs"))
    .sort()
    .map(async (name) => ({ name, ...(await import(new URL(name, folder))) })),
);

/** JSON with sorted keys: keys of an object have no order. */
const canonical = (value) =>
  JSON.stringify(value ?? null, (_, inner) =>
    inner && typeof inner === "object" && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** The rules in a process of their own, one answer a line. */
function nativeHost() {
  const child = spawn(native, { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = [];
  createInterface({ input: child.stdout }).on("line", (line) => waiting.shift()?.resolve(JSON.parse(line)));
  child.on("close", () => waiting.forEach((call) => call.reject(new Error("the native program ended"))));
  const call = async (name, args) => {
    const answer = await new Promise((resolve, reject) => {
      waiting.push({ resolve, reject });
      child.stdin.write(`${JSON.stringify({ call: name, args })}\n`);
    });
    if ("error" in answer) throw new Error(answer.error);
    return answer.value;
  };
  return { name: "native", call, end: () => child.stdin.end() };
}

function wasmHost() {
  const packages = ["../../web/pkg/nodejs/shop_core.js", "../../web/pkg/password-nodejs/shop_password.js"];
  const loaded = packages.flatMap((path) => {
    try {
      return [require(path)];
    } catch (error) {
      if (error.code !== "MODULE_NOT_FOUND") throw error;
      return [];
    }
  });
  const call = (name, args) => {
    const found = loaded.find((module) => typeof module[name] === "function");
    if (!found) throw new Error(`no function ${name}: run scripts/build-wasm`);
    return found[name](...args);
  };
  return { name: "wasm", call, end: () => {} };
}

/** The last answer of a case, and what it must be. */
async function run(host, one) {
  const steps = one.steps ?? [one];
  const answers = [];
  for (const step of steps) {
    const args = typeof step.args === "function" ? step.args(answers) : step.args;
    answers.push(await host.call(step.call, args));
    if ("expect" in step) {
      const got = step.of ? step.of(answers.at(-1), answers) : answers.at(-1);
      if (canonical(got) !== canonical(step.expect)) return { expected: step.expect, got };
    }
  }
  return null;
}

let failures = 0;
const sums = [];
for (const host of [nativeHost(), wasmHost()]) {
  const sum = { name: host.name, passed: 0, failed: 0 };
  for (const file of files) {
    let data;
    try {
      data = JSON.parse(readFileSync(file, "utf8"));
    } catch (error) {
      fail(`${file}: ${error.message}`);
    }
    const fitting = formats.filter((format) => format.fits(data));
    if (fitting.length === 0) fail(`${file}: no known format has these keys: ${Object.keys(data).join(", ")}`);
    for (const format of fitting) {
      for (const one of format.cases(data)) {
        const difference = await run(host, one).catch((error) => ({ expected: "an answer", got: error.message }));
        if (difference === null) {
          sum.passed += 1;
          continue;
        }
        sum.failed += 1;
        console.log(`${host.name}: ${file}: ${one.id}`);
        console.log(`  expected ${canonical(difference.expected)}`);
        console.log(`  got      ${canonical(difference.got)}`);
      }
    }
  }
  host.end();
  failures += sum.failed;
  sums.push(sum);
}
for (const { name, passed, failed } of sums) console.log(`${name}: ${passed} passed, ${failed} failed`);
process.exit(failures > 0 ? 1 : 0);
