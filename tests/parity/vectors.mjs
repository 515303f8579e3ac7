// Runs files of cases through the rules, natively and as WebAssembly under Node, and prints every case that differs.
//
//     node tests/parity/vectors.mjs NATIVE [--but LIST] FILE...
//
// NATIVE is the program that answers `{"call", "args"}` lines (tests/parity/core.rs). A file's format is found by its keys, in the
// modules of tests/parity/vectors. Ends with `native: N passed, N failed` and `wasm: N passed, N failed`; the exit status is 1
// when a case differs, 2 when a file cannot be read or has no known format. With LIST (tests/vectors/differences.txt) the cases in
// it must differ, and count as passed.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { basename } from "node:path";
import { judge } from "./judge.mjs";

const require = createRequire(import.meta.url);
const [native, ...files] = process.argv.slice(2);
const list = files[0] === "--but" ? files.splice(0, 2)[1] : null;
if (!native || files.length === 0) fail("usage: vectors.mjs NATIVE [--but LIST] FILE...");
const known = new Set(list ? [...readFileSync(list, "utf8").matchAll(/^([^#|\n]+) \| /gm)].map(([, name]) => name) : []);

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

/** The first difference of a case, or null. */
async function run(host, one) {
  const judging = judge(one);
  let next = judging.next();
  while (!next.done) next = judging.next(await host.call(next.value.call, next.value.args));
  return next.value;
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
        const listed = known.has(`${basename(file)}: ${one.id.split(" ")[0]}`);
        if ((difference === null) !== listed) {
          sum.passed += 1;
          continue;
        }
        sum.failed += 1;
        console.log(`${host.name}: ${file}: ${one.id}`);
        console.log(`  expected ${difference?.expected ?? "a difference, as listed"}`);
        console.log(`  got      ${difference?.got ?? "none: take the case off the list"}`);
      }
    }
  }
  host.end();
  failures += sum.failed;
  sums.push(sum);
}
for (const { name, passed, failed } of sums) console.log(`${name}: ${passed} passed, ${failed} failed`);
process.exit(failures > 0 ? 1 : 0);
