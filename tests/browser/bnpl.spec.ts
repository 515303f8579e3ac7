// The widget that tells of paying in instalments (payments, section 2): where it stands and what it says. That it follows the choice is
// tested without a browser (web/src/payments/bnpl/widgets.test.tsx).
import { isAccessible } from "./support/axe.ts";
import { expect, type Page, test } from "./support/test.ts";

const lending = (own: Record<string, unknown> = {}) => ({
  payment_methods: [{ id: "stripe_klarna", enabled: true, title: "Klarna" }],
  bnpl: {
    enabled: true,
    parts: 3,
    minimum_cents: 1000,
    maximum_cents: 150_000,
    product_selectors: "",
    cart_selectors: "",
    ...own,
  },
});

test.use({ settings: lending() });

const SIMPLE = "/prodotto/cucchiaino-di-madreperla/";
const widget = (page: Page) => page.locator("[data-bnpl-widget]");

/** Hears the event of each insertion. */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener("bnpl_widget_appended", (event) => {
      const heard = JSON.parse(document.documentElement.dataset.heard ?? "[]") as unknown[];
      heard.push((event as CustomEvent).detail);
      document.documentElement.dataset.heard = JSON.stringify(heard);
    });
  });
}

const heard = (page: Page) => page.evaluate(() => JSON.parse(document.documentElement.dataset.heard ?? "[]") as { productId: number; type: string }[]);

for (const width of [390, 1440]) {
  test(`at ${width} px it stands after its hook, which goes, and says so once`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await listen(page);
    await page.goto(SIMPLE);
    await expect(widget(page)).toContainText(/Paga in 3 rate/);
    await expect(page.locator("[id^=bnpl-widget-product-hook]")).toHaveCount(0);
    await expect(widget(page)).toHaveCount(1);
    const events = await heard(page);
    expect(events).toHaveLength(1);
    expect(events[0]?.type).toBe("product");
    expect(events[0]?.productId).toBeGreaterThan(0);
    await widget(page).scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });
}

test("keys alone open and close what explains it, and axe finds nothing in it", async ({ page }) => {
  await page.goto(SIMPLE);
  const button = widget(page).getByRole("button", { name: "Come funziona" });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Paga in 3 rate con Klarna" });
  await expect(dialog.getByText("Oggi", { exact: true })).toBeVisible();
  for (const sentence of [/TAN fisso 0 %, TAEG 0 %/, /Il credito lo concede Klarna/, /È riservato ai maggiorenni/, /in ritardo/, /Prendere in prestito denaro costa denaro/])
    await expect(dialog.getByText(sentence)).toBeVisible();
  await isAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("going from page to page leaves no widget behind", async ({ page }) => {
  await page.goto(SIMPLE);
  await expect(widget(page)).toHaveCount(1);
  await page.getByRole("link", { name: "Bottega" }).first().click();
  await expect(widget(page)).toHaveCount(0);
  await page.goBack();
  await expect(widget(page)).toHaveCount(1);
});

test("where nobody lends nothing is promised", async ({ page, shopWith }) => {
  const url = await shopWith({ ...lending(), payment_methods: [{ id: "bacs", enabled: true, title: "Bonifico" }] });
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto(url + SIMPLE, { waitUntil: "networkidle" });
  await expect(widget(page)).toHaveCount(0);
  await expect(page.locator("#bnpl-widget-configuration")).toHaveCount(0);
  expect(loaded.filter((address) => /widgets|payment/i.test(new URL(address).pathname))).toEqual([]);
});
