// With TEST_SEED the tests of a file run in an order that follows from the seed, so that none rests on what another has left. Playwright
// shuffles files (--shuffle), but tests only where each may run in a worker of its own, which would take a shop for each.
import { createHash } from "node:crypto";
import { createRequire } from "node:module";

/** Makes this worker run the tests of each file in the order of TEST_SEED. */
export function shuffleTests(): void {
  const seed = process.env.TEST_SEED;
  if (!seed || !process.env.TEST_WORKER_INDEX) return;
  // Playwright's own class: a worker runs the tests of a file as this method lists them.
  const { Suite } = createRequire(import.meta.url)("playwright/lib/common").test;
  const listInOrder = Suite.prototype.allTests as () => { id: string }[];
  // By the id, so that what is left of a file after a failure keeps its order.
  const place = (test: { id: string }) => createHash("sha256").update(seed + test.id).digest("hex");
  Suite.prototype.allTests = function () {
    return listInOrder.call(this).sort((one, other) => (place(one) < place(other) ? -1 : 1));
  };
}
