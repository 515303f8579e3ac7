// Runs the tests, with their types checked beside:
//
//     npm test                          all
//     npm test -- --core                those of scripts/test, tagged @core
//     npm test -- cart.spec.ts -g key   what Playwright's own options choose
//
// TEST_SEED=N shuffles files, and the tests of each. What failed is run once more to leave a trace (target/test-logs/browser), and the
// outcome stays; what the failure itself left is in target/test-logs/browser-failed. With CI set Playwright itself runs it once more, and
// a test that then passes is flaky.
import { spawn } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";

const logs = join(import.meta.dirname, "../../target/test-logs");
const { CI, TEST_SEED } = process.env;

const run = (command, options, environment = {}) =>
  new Promise((ended) => {
    const child = spawn(command, options, { stdio: "inherit", env: { ...process.env, ...environment } });
    child.on("error", () => ended(1)).on("exit", (code) => ended(code ?? 1));
  });

const options = process.argv.slice(2);
const core = options.indexOf("--core");
if (core >= 0) {
  options.splice(core, 1, "--grep", "@core");
  // looksRight looks less.
  process.env.TEST_CORE = "1";
}
if (TEST_SEED) options.push(`--shuffle=${TEST_SEED}`);
const [types, outcome] = await Promise.all([run("tsc", ["--noEmit"]), run("playwright", ["test", ...options])]);
rmSync(join(logs, "browser-failed"), { recursive: true, force: true });
if (outcome !== 0) cpSync(join(logs, "browser"), join(logs, "browser-failed"), { recursive: true });
if (outcome !== 0 && !CI) {
  console.log("\nOnce more what failed, for its trace; the outcome above stays.");
  await run("playwright", ["test", "--last-failed", "--reporter=dot"], { TRACE: "1" });
}
process.exit(types || outcome);
