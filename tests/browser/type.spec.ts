// The shop's fonts: two files of its own, and nothing moves when they come.
import { fillCart, openPage } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

const pages = [
  { name: "home", path: "/" },
  { name: "list", path: "/negozio/" },
  { name: "product", path: "/prodotto/caviale-croccante/" },
  { name: "cart", path: "/cart/" },
  { name: "checkout", path: "/checkout/" },
];
const FAMILIES = ["Cormorant Garamond", "Figtree"];

/** Families of which a file is there. */
const loaded = (page: Page) =>
  page.evaluate(() => {
    const there = [...document.fonts].filter(({ status }) => status === "loaded");
    const names = there.map(({ family }) => family.replaceAll('"', ""));
    return [...new Set(names)].filter((name) => !name.includes(" as ")).sort();
  });

for (const { name, path } of pages) {
  for (const width of [390, 1440]) {
    test(`${name} at ${width} px: text keeps its place when the fonts come late`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      if (path === "/cart/" || path === "/checkout/") await fillCart(page);
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(window, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
        }).observe({ type: "layout-shift", buffered: true });
      });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\.woff2/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(path, { waitUntil: "domcontentloaded" });
      await expect(page.locator("html[data-hydrated]")).toBeAttached();
      expect(await loaded(page)).toEqual([]);
      const heading = page.getByRole("heading", { level: 1 });
      const before = await heading.boundingBox();
      await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.splice(0));

      release();
      await expect.poll(() => loaded(page)).toEqual(FAMILIES);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
      expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.02);
      const after = await heading.boundingBox();
      expect(after?.y).toBeCloseTo(before?.y ?? 0, 0);
      expect(after?.height).toBeCloseTo(before?.height ?? 0, 0);
    });
  }
}

test("fonts come from the shop alone, two small files, kept for ever", async ({ page, shop }) => {
  const asked = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "font") asked.add(request.url());
  });
  await fillCart(page);
  for (const { path } of pages) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await loaded(page)).toEqual(FAMILIES);
  }
  expect([...asked].map((url) => new URL(url).origin)).toEqual([shop.url, shop.url]);
  let bytes = 0;
  for (const url of asked) {
    const file = await page.request.get(url, { headers: { "Accept-Encoding": "br, gzip" } });
    expect(file.headers()).toMatchObject({
      "content-type": "font/woff2",
      "cache-control": "public, max-age=31536000, immutable",
    });
    expect(file.headers()["content-encoding"]).toBeUndefined();
    bytes += (await file.body()).length;
  }
  expect(bytes).toBeLessThan(70_000);
});

test("letters of other names of Europe are fetched when they are met", async ({ page }) => {
  await fillCart(page);
  await openPage(page, "/checkout/");
  const more = page.waitForResponse(/figtree-latin-ext-[^/]+\.woff2/);
  await page.getByLabel("Città", { exact: true }).first().fill("Łódź");
  expect((await more).status()).toBe(200);
});

test.describe("in the back office", () => {
  // Nobody is logged in.
  test.use({ expectedMessages: [/status of 401/] });

  test("texts are set in the shop's faces", async ({ page }) => {
    await page.goto("/admin/", { waitUntil: "networkidle" });
    expect(await loaded(page)).toEqual(FAMILIES);
    const family = await page.evaluate(() => getComputedStyle(document.body).fontFamily);
    expect(family).toMatch(/^"?Figtree/);
  });
});
