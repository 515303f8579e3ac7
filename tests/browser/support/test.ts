// `test` with a shop for each file and an ear on the browser's console. What the shop said beside a failed test is kept with it.
import { writeFileSync } from "node:fs";
import { test as base, expect, type Page } from "@playwright/test";
import { waitForScripts } from "./answers.ts";
import type { Merchant } from "./office.ts";
import type { Served } from "./server.ts";
import { type Differences, Shops, serveCopy } from "./shops.ts";
import { shuffleTests } from "./shuffle.ts";

shuffleTests();

interface Options extends Differences {
  /** Messages of the console that a test expects. */
  expectedMessages: RegExp[];
}

interface Fixtures {
  shop: Served;
  merchant: Merchant;
  /** Serves a shop of the test's own with other settings; gives its address. */
  shopWith: (settings: Record<string, unknown>) => Promise<string>;
  quietConsole: undefined;
  shopLog: undefined;
}

// Chromium says this of what is not used within seconds: on a page without JavaScript the modules never are, and on a busy
// machine they may be late. That each preloaded file is used is a test of its own (pages.spec.ts).
const UNUSED_PRELOAD = /was preloaded using link preload but not used/;

// Tests do without the worker that keeps pages, as what it fetches is not seen by them; those of the worker itself allow it.
const WORKER_BLOCKED = /Service Worker registration blocked by Playwright/;

export const test = base.extend<Options & Fixtures, { shops: Shops }>({
  settings: [{}, { option: true }],
  environment: [{}, { option: true }],
  shops: [
    async ({}, use) => {
      const shops = new Shops();
      await use(shops);
      await shops.close();
    },
    { scope: "worker" },
  ],
  shop: [
    async ({ shops, settings, environment }, use, { file, testId, retry }) => {
      // A test that failed is tried again in a new shop, not in what it left.
      await use(await shops.open(retry ? testId : file, { settings, environment }));
    },
    { timeout: 60_000 },
  ],
  shopWith: async ({ page }, use) => {
    const shops: Served[] = [];
    await use(async (settings) => {
      const shop = await serveCopy({ settings, environment: {} });
      shops.push(shop);
      return shop.url;
    });
    // What the page is still asking must not find its shop gone.
    await page.close();
    for (const shop of shops) await shop.stop();
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) await waitForScripts(page);
    await use(page);
  },
  merchant: async ({ shops, shop }, use) => use(await shops.merchantOf(shop)),
  baseURL: async ({ shop }, use) => use(shop.url),
  expectedMessages: [[], { option: true }],
  shopLog: [
    async ({ shop }, use, test) => {
      const before = shop.log().length;
      await use(undefined);
      if (test.status === test.expectedStatus) return;
      writeFileSync(test.outputPath("shop.log"), shop.log().slice(before));
    },
    { auto: true },
  ],
  quietConsole: [
    async ({ page, expectedMessages }, use) => {
      const heard: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning")
          heard.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      });
      page.on("pageerror", (error) => heard.push(`uncaught: ${error.stack ?? error.message}`));
      await use(undefined);
      const known = [...expectedMessages, UNUSED_PRELOAD, WORKER_BLOCKED];
      const unexpected = heard.filter((text) => !known.some((message) => message.test(text)));
      expect(unexpected, "warnings and errors in the console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, type Page };
