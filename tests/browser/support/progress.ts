// Tells how far the run is, in the file that PROGRESS_FILE names ("34 of 88 tests"), and at its end which tests passed only when they ran
// once more. More than two of those fail the run.
import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import type { FullConfig, FullResult, Reporter, Suite, TestCase } from "@playwright/test/reporter";

const FLAKY_MAX = 2;

export default class Progress implements Reporter {
  #suite?: Suite;
  #ended = new Set<string>();

  onBegin(_: FullConfig, suite: Suite): void {
    this.#suite = suite;
    this.#tell();
  }

  onTestEnd(test: TestCase): void {
    this.#ended.add(test.id);
    this.#tell();
  }

  async onEnd({ status }: FullResult) {
    const flaky = this.#tests().filter((test) => test.outcome() === "flaky");
    for (const { location, title } of flaky) console.log(`flaky: ${basename(location.file)}:${location.line} ${title}`);
    const isTooFlaky = flaky.length > FLAKY_MAX;
    if (isTooFlaky) console.log(`${flaky.length} tests were flaky, ${FLAKY_MAX} may be`);
    return { status: isTooFlaky && status === "passed" ? ("failed" as const) : status };
  }

  #tests(): TestCase[] {
    return this.#suite?.allTests() ?? [];
  }

  #tell(): void {
    const file = process.env.PROGRESS_FILE;
    if (file) writeFileSync(file, `${this.#ended.size} of ${this.#tests().length} tests\n`);
  }
}
