// What a page's own scripts and rules take over the wire before anybody does anything on it. A quick build has all rules in one module,
// so what counts modules is tagged @release and needs the released ones. scripts/bench holds their sizes against the budgets.
import type { Request } from "@playwright/test";
import { asPerson } from "./support/person.ts";
import { fillCart, openPage } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";
import { area, openSheet, walletButton } from "./support/wallet.ts";

// A person who refuses what can be refused: programs that visit pages are asked nothing.
test.use(asPerson);
test.beforeEach(async ({ page }) => {
  await openPage(page, "/");
  await page.getByRole("button", { name: "Rifiuta", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "I cookie di questo negozio" })).toHaveCount(0);
});

interface File {
  name: string;
  bytes: number;
}

/** The shop's own files of a kind that the page has fetched since; those of the provider's frames are none. What is imported is
 * asked for once more, of the browser's cache. */
function fetched(page: Page, ending: string): () => Promise<File[]> {
  const requests = new Map<string, Request>();
  page.on("requestfinished", (request) => {
    const name = new URL(request.url()).pathname;
    if (request.frame() === page.mainFrame() && name.endsWith(ending) && !requests.has(name)) requests.set(name, request);
  });
  return () =>
    Promise.all([...requests].map(async ([name, request]) => ({ name, bytes: (await request.sizes()).responseBodySize })));
}

const kilobytes = (files: File[]) => Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);

/** The wallets' buttons are there: all that comes by itself has come. */
const stands = (page: Page) => expect(walletButton(page, "Google Pay")).toBeVisible();

const RELEASE = { tag: "@release" };

/** The rules of the visit (consent) come to every page in a quiet moment, once it stands. */
const VISIT = { modules: 1, kilobytes: 165 };

const PAGES = [
  { name: "the home page", path: "/", scripts: 109, rules: 185 },
  { name: "a listing", path: "/categoria-prodotto/caviale/", scripts: 109, rules: 185 },
  { name: "a content page", path: "/blog/", scripts: 109, rules: 185 },
  { name: "a product", path: "/prodotto/scatola-dolce-pausa/", scripts: 144, rules: 185, wallets: true },
  { name: "the cart", path: "/cart/", scripts: 139, rules: 380, wallets: true, prices: true },
  { name: "the checkout", path: "/checkout/", scripts: 165, rules: 600, wallets: true, prices: true },
];

for (const { name, path, scripts, rules, wallets, prices } of PAGES) {
  const modulesOf = prices ? "its rules, those that price the cart and the visit's" : "one module of the rules beside the visit's";
  test(`${name} loads ${modulesOf}, and the scripts that it runs`, RELEASE, async ({ page }) => {
    await fillCart(page);
    const [modules, code] = [fetched(page, ".wasm"), fetched(page, ".js")];
    await openPage(page, path);
    if (wallets) {
      await area(page).scrollIntoViewIfNeeded();
      await stands(page);
    }
    await expect.poll(async () => (await modules()).length).toBe((prices ? 2 : 1) + VISIT.modules);
    expect(kilobytes(await modules()), "kilobytes of rules").toBeLessThanOrEqual(rules + VISIT.kilobytes);
    expect(kilobytes(await code()), "kilobytes of scripts").toBeLessThanOrEqual(scripts);
  });
}

test("a product's page loads the rules of payments when a wallet is pressed, and no sooner", RELEASE, async ({ page }) => {
  const modules = fetched(page, ".wasm");
  await openPage(page, "/prodotto/scatola-dolce-pausa/");
  await area(page).scrollIntoViewIfNeeded();
  await stands(page);
  await expect.poll(async () => (await modules()).length).toBe(1 + VISIT.modules);
  await openSheet(page, "Google Pay");
  await expect.poll(async () => (await modules()).length).toBe(2 + VISIT.modules);
});

test("no file comes over the wire twice, though it is fetched before it is imported", async ({ page }) => {
  await openPage(page, "/prodotto/scatola-dolce-pausa/");
  await area(page).scrollIntoViewIfNeeded();
  await stands(page);
  const [all, again] = await page.evaluate(() => {
    const files = (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name, transferSize }) => /\.(?:js|wasm)$/.test(name) && transferSize > 0)
      .map(({ name }) => name);
    return [files, files.filter((name, at) => files.indexOf(name) !== at)];
  });
  expect(all).toContainEqual(expect.stringMatching(/\/ExpressCheckout-/));
  expect(again).toEqual([]);
});

test("a page is painted before anything is fetched that makes it answer", async ({ page }) => {
  await openPage(page, "/prodotto/caviale-croccante/");
  const { painted, all, early } = await page.evaluate(() => {
    const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    const code = performance.getEntriesByType("resource").filter(({ name }) => /\.(?:js|wasm)$/.test(name));
    const before = code.filter(({ startTime }) => startTime < painted);
    return { painted, all: code.length, early: before.map(({ name }) => name.replace(/.*\//, "")) };
  });
  expect(painted).toBeGreaterThan(0);
  expect(all).toBeGreaterThan(5);
  expect(early).toEqual([expect.stringMatching(/^begin-/)]);
});

test("the script of the next page comes when its link is aimed at", async ({ page }) => {
  await openPage(page, "/categoria-prodotto/caviale/");
  const code = fetched(page, ".js");
  const name = page.getByRole("main").getByRole("heading", { level: 3 }).first().getByRole("link");
  await name.hover();
  const pages = async () => (await code()).map((file) => file.name).filter((file) => /\/pages-/.test(file));
  await expect.poll(pages).toHaveLength(1);
  await name.click();
  await expect(page).toHaveURL(/\/prodotto\//);
  await expect(page.getByRole("main").getByRole("button", { name: /^Aggiungi al carrello/ }).first()).toBeVisible();
  expect(await pages()).toHaveLength(1);
});
