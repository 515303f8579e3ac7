// What axe, the accessibility checker, has against a page.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import AxeBuilder from "@axe-core/playwright";
import type { AxeResults, RunOptions } from "axe-core";
import { expect, type Page } from "./test.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Widths at which pages are looked at. */
const [PHONE_PX, DESK_PX] = [390, 1440];

interface LookupResult {
  /** Only within elements of this selector. */
  within?: string;
  /** Only what is called serious or critical. */
  serious?: boolean;
  /** Also in frames, those of other origins included: takes five times as long. */
  frames?: boolean;
}

/** Expects that axe finds nothing: rule by rule with the elements it names. */
export async function isAccessible(page: Page, { within, serious, frames }: LookupResult = {}): Promise<void> {
  const found = frames ? await violationsWithFrames(page, within) : await violations(page, within);
  const counted = serious ? found.filter(({ impact }) => impact === "serious" || impact === "critical") : found;
  expect(counted.map(({ id, nodes }) => [id, nodes.map(({ target, html }) => `${target}: ${html}`)])).toEqual([]);
}

/** Expects that nothing sticks out sideways and that axe finds nothing, on a phone and at a desk. The window is then as before. A look by
 * axe takes about as long as the page took to load, so the core (`npm test -- --core`) spares the desk's. */
export async function looksRight(page: Page, looked: LookupResult = {}): Promise<void> {
  const before = page.viewportSize() ?? { width: 1280, height: 900 };
  await page.setViewportSize({ ...before, width: PHONE_PX });
  await looksRightOnPhone(page, looked);
  await page.setViewportSize({ ...before, width: DESK_PX });
  await isNarrowEnough(page);
  if (!process.env.TEST_CORE) await isAccessible(page, looked);
  await page.setViewportSize(before);
}

/** The same in a window that has a phone's width. */
export async function looksRightOnPhone(page: Page, looked: LookupResult = {}): Promise<void> {
  await isNarrowEnough(page);
  await isAccessible(page, looked);
}

/** Expects that nothing sticks out sideways. */
async function isNarrowEnough(page: Page): Promise<void> {
  const { overflow, width } = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - window.innerWidth,
    width: window.innerWidth,
  }));
  expect(overflow, `at ${width} px`).toBeLessThanOrEqual(0);
}

/** Frames are looked into from outside, which loads the checker anew in each and once more to put together what was found. */
async function violationsWithFrames(page: Page, within?: string): Promise<AxeResults["violations"]> {
  const builder = new AxeBuilder({ page });
  return (await (within ? builder.include(within) : builder).analyze()).violations;
}

async function violations(page: Page, within?: string): Promise<AxeResults["violations"]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: { run: (context: unknown, options: RunOptions) => Promise<AxeResults> } };
    return (await axe.run(selector ?? document, { resultTypes: ["violations"], iframes: false })).violations;
  }, within);
}
