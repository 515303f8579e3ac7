// `test` with a shop for each worker and an ear on the browser's console.
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { logIn, type Merchant } from "./office.ts";
import { type Served, serve } from "./server.ts";

interface Options {
  /** Messages of the console that a test expects. */
  expectedMessages: RegExp[];
}

export const test = base.extend<Options & { quietConsole: undefined }, { shop: Served; merchant: Merchant }>({
  shop: [
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), "bottega-worker-"));
      cpSync(process.env.SEEDED_SHOP as string, folder, { recursive: true });
      const shop = await serve(folder);
      await use(shop);
      await shop.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
  merchant: [async ({ shop }, use) => use(await logIn(shop.url)), { scope: "worker" }],
  baseURL: async ({ shop }, use) => use(shop.url),
  expectedMessages: [[], { option: true }],
  quietConsole: [
    async ({ page, expectedMessages }, use) => {
      const heard: string[] = [];
      page.on("console", (message) => {
        if (message.type() === "error" || message.type() === "warning")
          heard.push(`${message.type()}: ${message.text()} (${message.location().url})`);
      });
      page.on("pageerror", (error) => heard.push(`uncaught: ${error.stack ?? error.message}`));
      await use(undefined);
      const unexpected = heard.filter((text) => !expectedMessages.some((known) => known.test(text)));
      expect(unexpected, "warnings and errors in the console").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, type Page };
