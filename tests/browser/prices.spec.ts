// New sums at once: the page prices a changed cart itself, and the server's answer decides. Also tested without a browser:
// web/src/context/cart/optimisticPricing.test.ts; that both price alike: tests/parity.
import type { Locator } from "@playwright/test";
import { choose, comeToPay, fillCart, openPage } from "./support/shopper.ts";
import { expect, type Page, test } from "./support/test.ts";

// A refused change is told on the console too.
test.use({ expectedMessages: [/Failed to load resource/] });

const TOTAL = "dl:has(> div > dt > small) > div:last-of-type > dd";

/** Holds the answers of a call until they are let go. */
async function hold(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  await page.route(path, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** The page has what prices the cart. */
async function openPriced(page: Page, path: string): Promise<void> {
  const loaded = page.waitForResponse((response) => /shop_core_bg-.*\.wasm/.test(response.url()) && response.ok());
  await openPage(page, path);
  await loaded;
  await page.waitForLoadState("networkidle");
}

const total = (page: Page) => page.locator(TOTAL).first();

/** Acts while the answers of a call are held back: the sum is another before there is an answer, and stays when it has come. */
async function seenBeforeTheAnswer(page: Page, path: string, sum: Locator, act: () => Promise<unknown>): Promise<string> {
  const before = (await sum.textContent()) ?? "";
  let answers = 0;
  page.on("response", (response) => {
    if (response.url().endsWith(path)) answers += 1;
  });
  const release = await hold(page, `**${path}`);
  const asked = page.waitForRequest(`**${path}`);
  await act();
  await expect(sum).not.toHaveText(before);
  const shown = (await sum.textContent()) ?? "";
  await asked;
  expect(answers).toBe(0);
  await expect(sum).toHaveText(shown);
  release();
  await expect.poll(() => answers).toBeGreaterThan(0);
  await page.waitForLoadState("networkidle");
  await expect(sum).toHaveText(shown);
  return shown;
}

test("another quantity shows its sums before the server has answered", { tag: "@core" }, async ({ page }) => {
  await fillCart(page);
  await openPriced(page, "/cart/");
  const more = () => page.getByRole("button", { name: /^Aumenta la quantità/ }).click();
  const shown = await seenBeforeTheAnswer(page, "/cart/update-item", total(page), more);
  await page.reload();
  await expect(total(page)).toHaveText(shown);
});

test("so does another way of delivery in the cart", async ({ page }) => {
  await fillCart(page);
  await openPriced(page, "/cart/");
  const shown = await seenBeforeTheAnswer(page, "/cart/select-shipping-rate", total(page), () =>
    page.getByRole("radio", { name: /Ritiro in bottega/ }).check(),
  );
  await page.reload();
  await expect(total(page)).toHaveText(shown);
});

test("and at the checkout another way of delivery and another address", async ({ page }) => {
  await comeToPay(page, "livia@example.com");
  await page.waitForLoadState("networkidle");
  await seenBeforeTheAnswer(page, "/cart/select-shipping-rate", total(page), () =>
    page.getByRole("radio", { name: /Ritiro in bottega/ }).check(),
  );
  const shown = await seenBeforeTheAnswer(page, "/cart/update-customer", total(page), async () => {
    await choose(page.getByLabel("Paese/Regione", { exact: true }).first(), "Francia");
    await page.getByLabel(/^CAP|^Codice postale/).first().fill("75001");
  });
  await openPage(page, "/cart/");
  await expect(total(page)).toHaveText(shown);
});

test("the drawer on another page shows them too, of a cart that the browser kept", async ({ page }) => {
  await fillCart(page);
  await openPage(page, "/cart/");
  await openPage(page, "/negozio/");
  const read = page.waitForResponse("**/wc/store/v1/cart");
  await page.getByRole("banner").getByRole("link", { name: /^Carrello/ }).click();
  await read;
  const drawer = page.getByRole("dialog", { name: /Carrello/ });
  const more = () => drawer.getByRole("button", { name: /^Aumenta la quantità/ }).click();
  await seenBeforeTheAnswer(page, "/cart/update-item", drawer.locator("p > strong").first(), more);
});

test("no page loads what prices a cart before one is shown", async ({ page }) => {
  // What is imported is asked for once more, of the browser's cache.
  const loaded = new Set<string>();
  page.on("request", (request) => loaded.add(request.url()));
  const optimisticPricing = () => [...loaded].filter((url) => url.includes("optimisticPricing"));
  await fillCart(page);
  await openPage(page, "/prodotto/caviale-croccante/");
  await page.waitForLoadState("networkidle");
  expect(optimisticPricing()).toEqual([]);
  await page.getByRole("banner").getByRole("link", { name: /^Carrello/ }).click();
  await expect.poll(optimisticPricing).toHaveLength(1);
});

test("a refused quantity goes back to the server's sums, with its message", async ({ page }) => {
  await fillCart(page);
  await openPriced(page, "/cart/");
  const before = await total(page).textContent();
  await page.route("**/cart/update-item", (route) =>
    route.fulfill({
      status: 400,
      json: { code: "woocommerce_rest_product_out_of_stock", message: "Non ne restano così tanti.", data: { status: 400 } },
    }),
  );
  await page.getByRole("button", { name: /^Aumenta la quantità/ }).click();
  await expect(page.getByText("Non ne restano così tanti.").first()).toBeVisible();
  await expect(total(page)).toHaveText(before ?? "");
});

test("a page that was given a wrong price takes the server's total, and the log says so", async ({ page, shop }) => {
  await fillCart(page);
  await page.route("**/cart/", async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(/("priced":\{"unit":)(\d+)/, (_, name, cents) => name + (Number(cents) + 1));
    await route.fulfill({ response, body: html });
  });
  await openPriced(page, "/cart/");
  const release = await hold(page, "**/cart/update-item");
  await page.getByRole("button", { name: /^Aumenta la quantità/ }).click();
  const wrong = await total(page).textContent();
  const reported = page.waitForResponse("**/price-report");
  release();
  expect((await reported).status()).toBe(204);
  await expect(total(page)).not.toHaveText(wrong ?? "");
  await expect.poll(() => shop.log()).toContain("a page priced a cart otherwise than the server");
});
