// Runs the tests. What failed has failed: it is run once more only to leave a trace (target/test-logs/browser), and the outcome
// stays.
import { spawnSync } from "node:child_process";

const playwright = (options, environment = {}) =>
  spawnSync("playwright", ["test", ...options], { stdio: "inherit", env: { ...process.env, ...environment } }).status;

const outcome = playwright(process.argv.slice(2));
if (outcome !== 0) {
  console.log("\nOnce more what failed, for its trace; the outcome above stays.");
  playwright(["--last-failed", "--reporter=dot"], { TRACE: "1" });
}
process.exit(outcome ?? 1);
