// `test` with a shop for each worker and an ear on the browser's console. What the shop said beside a failed test is kept with it.
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { waitForScripts } from "./answers.ts";
import { logIn, type Merchant } from "./office.ts";
import { changeSettings, type Served, serve } from "./server.ts";

interface Options {
  /** Messages of the console that a test expects. */
  expectedMessages: RegExp[];
}

interface WorkerOptions {
  /** A shop of a file's own, by a name: for tests whose changes stay, as of settings, and would meet those of other files. */
  ownShop: string;
  /** Settings of the shop of a whole file that differ from the seed's. */
  settings: Record<string, unknown>;
  /** Environment variables of that shop. */
  environment: Record<string, string>;
}

interface Shops {
  /** Serves a shop of its own with other settings; gives its address. */
  shopWith: (settings: Record<string, unknown>) => Promise<string>;
}

// Chromium says this of what is not used within seconds: on a page without JavaScript the modules never are, and on a busy
// machine they may be late. That each preloaded file is used is a test of its own (pages.spec.ts).
const UNUSED_PRELOAD = /was preloaded using link preload but not used/;

// Tests do without the worker that keeps pages, as what it fetches is not seen by them; those of the worker itself allow it.
const WORKER_BLOCKED = /Service Worker registration blocked by Playwright/;

export const test = base.extend<
  Options & Shops & { quietConsole: undefined; shopLog: undefined },
  WorkerOptions & { shop: Served; merchant: Merchant }
>({
  ownShop: ["", { option: true, scope: "worker" }],
  settings: [{}, { option: true, scope: "worker" }],
  environment: [{}, { option: true, scope: "worker" }],
  shop: [
    async ({ settings, environment }, use) => {
      const folder = mkdtempSync(join(tmpdir(), "bottega-worker-"));
      cpSync(process.env.SEEDED_SHOP as string, folder, { recursive: true });
      if (Object.keys(settings).length > 0) changeSettings(folder, settings);
      const shop = await serve(folder, environment);
      await use(shop);
      await shop.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
  shopWith: async ({ page }, use) => {
    const ends: (() => Promise<void>)[] = [];
    await use(async (settings) => {
      const folder = mkdtempSync(join(tmpdir(), "bottega-own-"));
      ends.push(async () => rmSync(folder, { recursive: true, force: true }));
      cpSync(process.env.SEEDED_SHOP as string, folder, { recursive: true });
      changeSettings(folder, settings);
      const shop = await serve(folder);
      ends.push(shop.stop);
      return shop.url;
    });
    // What the page is still asking must not find its shop gone.
    await page.close();
    for (const end of ends.reverse()) await end();
  },
  page: async ({ page, javaScriptEnabled }, use) => {
    if (javaScriptEnabled) await waitForScripts(page);
    await use(page);
  },
  merchant: [async ({ shop }, use) => use(await logIn(shop)), { scope: "worker" }],
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
