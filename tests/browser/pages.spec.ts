// Every kind of page as it opens: hydration in silence, head tags, nothing against it on a phone and at a desk.
import { looksRight, looksRightOnPhone } from "./support/axe.ts";
import { fillCart, openPage, orderPath } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

interface Visit {
  name: string;
  /** Leads to the page; gives its path. */
  path: (page: Page) => Promise<string> | string;
}

const listing: Visit = { name: "listing", path: () => "/negozio/" };
const product: Visit = { name: "product", path: () => "/prodotto/caviale-croccante/" };
const cart: Visit = {
  name: "cart",
  path: async (page) => {
    await fillCart(page);
    return "/cart/";
  },
};
const checkout: Visit = {
  name: "checkout",
  path: async (page) => {
    await fillCart(page);
    return "/checkout/";
  },
};
const orderReceived: Visit = { name: "order received", path: orderPath };

const all: Visit[] = [
  { name: "home", path: () => "/" },
  listing,
  { name: "second page", path: () => "/negozio/?product-page=2" },
  { name: "sorted listing", path: () => "/negozio/?orderby=price" },
  { name: "category", path: () => "/categoria-prodotto/caviale/" },
  { name: "search", path: () => "/negozio/?s=tartufo" },
  { name: "search without results", path: () => "/negozio/?s=zzzzqqqq" },
  product,
  { name: "grouped product", path: () => "/prodotto/degustazione-di-caviali-italiani/" },
  { name: "empty cart", path: () => "/cart/" },
  cart,
  checkout,
  orderReceived,
];

for (const visit of all) {
  // The console fixture fails a test at any warning or error, those of hydration included.
  test(`${visit.name}: hydrates in silence and has its head tags`, async ({ page }) => {
    await page.goto(await visit.path(page), { waitUntil: "networkidle" });
    await expect(page).toHaveTitle(/\S{3}/);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /\S{3}/);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", /^https?:\/\/\S+$/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  });
}

/** Pages that are found by a link and hold no products. */
const beside: Visit[] = [
  "/my-account/",
  "/my-account/lost-password/",
  "/ordine/",
  "/recesso/",
  "/cookie/",
  "/spedizioni/",
  "/blog/come-servire-il-caviale/",
].map((path) => ({ name: path, path: () => path }));

test("each kind of page on a phone: nothing sticks out sideways and axe finds nothing serious", { tag: "@core" }, async ({ page }) => {
  // Twenty pages; beside other builds each takes seconds.
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 390, height: 900 });
  for (const { name, path } of [...all, ...beside]) {
    await test.step(name, async () => {
      await openPage(page, await path(page));
      await looksRightOnPhone(page, { serious: true });
    });
  }
});

for (const visit of [listing, product, cart, checkout, orderReceived]) {
  test(`${visit.name}: nothing sticks out sideways and axe finds nothing serious, at 390 and 1440 px`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(await visit.path(page), { waitUntil: "networkidle" });
    await looksRight(page, { serious: true });
  });
}

test("each preloaded file is used, and loaded once", async ({ page }) => {
  await page.goto(await product.path(page));
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
  const loaded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][href]')].map(({ href }) => ({
      href,
      kinds: performance.getEntriesByName(href).map((entry) => (entry as PerformanceResourceTiming).initiatorType),
    })),
  );
  expect(loaded.filter(({ href }) => href.endsWith(".wasm"))).toHaveLength(1);
  for (const { href, kinds } of loaded) expect(kinds, href).toHaveLength(1);
});

test.describe("where nothing is", () => {
  test.use({ expectedMessages: [/status of 404/] });

  test("a page says so and offers ways on", async ({ page }) => {
    const answer = await page.goto("/non-esiste/");
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("main").getByRole("searchbox")).toBeVisible();
  });
});
