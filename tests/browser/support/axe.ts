// What axe, the accessibility checker, has against a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import type { AxeResults, RunOptions } from "axe-core";
import { expect, type Page } from "./test.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Looked {
  /** Only within elements of this selector. */
  within?: string;
  /** Only what is called serious or critical. */
  serious?: boolean;
}

/** Expects that axe finds nothing: rule by rule with the elements it names. */
export async function isAccessible(page: Page, { within, serious }: Looked = {}): Promise<void> {
  const found = await violations(page, within);
  const counted = serious ? found.filter(({ impact }) => impact === "serious" || impact === "critical") : found;
  expect(counted.map(({ id, nodes }) => [id, nodes.map(({ target, html }) => `${target}: ${html}`)])).toEqual([]);
}

/** Frames of other origins are looked into from outside, which loads the checker anew in each and once more to put together
 * what was found. A page without frames needs none of that. */
async function violations(page: Page, within?: string): Promise<AxeResults["violations"]> {
  if (page.frames().length > 1) {
    const builder = new AxeBuilder({ page });
    return (await (within ? builder.include(within) : builder).analyze()).violations;
  }
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: { run: (context: unknown, options: RunOptions) => Promise<AxeResults> } };
    // A frame that comes only now is not asked: it does not know the checker.
    return (await axe.run(selector ?? document, { resultTypes: ["violations"], iframes: false })).violations;
  }, within);
}
